//! From an order to the rule that judges it: for each decision, what is legal, and what is done.
//!
//! [`check`] and [`orders`] ask the same questions; [`apply`] runs what was allowed.

use table::{Dice, Log, Outcome, Refusal, Rule, Side, Standing, Viewer};

use crate::event::Event;
use crate::flow::Ask;
use crate::order::{AttackType, Order};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::State;

const NO_POINTS: Outcome = Outcome { winner: None, degree: "draw", points: [0, 0] };

/// Who decides what now.
pub fn standing(setup: &Setup, state: &State) -> Standing {
    let _ = setup;
    let waits = |side: Side, kind, prompt, rule| Standing::waiting(side, kind, prompt, Rule(rule));
    let own = state.active;
    match state.ask {
        Ask::Over | Ask::Start => Standing::Over(state.outcome.unwrap_or(NO_POINTS)),
        Ask::Arrival(side) => waits(side, "arrival", "Choose where the reinforcement enters", "G3.0-9"),
        Ask::Swamp(unit) => {
            let side = setup.unit(unit).side;
            waits(side, "swamp", "Choose the hex to which the unit leaves the flooded swamp", "G12-12")
        }
        Ask::Transfer(side) => waits(side, "transfer-leaders", "Transfer leaders, or be done", "G6.3-10"),
        Ask::Initiative(side) => waits(side, "initiative", "Take the initiative or pass", "G4.2-11"),
        Ask::Yielded(side) => waits(
            side,
            "yielded-initiative",
            "Take the yielded initiative, or pass and end the cycle",
            "G4.2-12",
        ),
        Ask::Insubordination => {
            waits(Side::Union, "insubordination", "Name a Confederate corps leader to be tried", "G4.2-3")
        }
        Ask::Action => waits(own, "choose-action", "Choose an action", "G4.3-1"),
        Ask::ActivationUnits => waits(own, "select-units", "Select units of the leader's command", "G5.2-6"),
        Ask::ActivationLeader => {
            waits(own, "attach-leader", "Attach the leader to a unit, or leave him where he is", "G5.2-29")
        }
        Ask::Accompany => waits(own, "accompany", "Let higher leaders go along, or be done", "G6.3-17"),
        Ask::NextUnit => waits(own, "next-unit", "Choose the next unit of the activation", "G5.2-33"),
        Ask::CavalryRetreat(side) => {
            waits(side, "cavalry-retreat", "Slip away with the cavalry, or stand", "G7.7-8")
        }
        Ask::CavalryLoss(side) => {
            waits(side, "cavalry-loss", "Choose the cavalry unit that takes the loss", "G7.7-30")
        }
        Ask::ForceMarch => waits(own, "force-march", "Force march, or keep a steady pace", "G5.1-17"),
        Ask::Roll => waits(own, "roll", "Roll for an extended march in the enemy's sight, or not", "GLI-14"),
        Ask::Feint => waits(own, "feint", "Move the dummy, or end its march", "GLI-13"),
        Ask::Along => waits(own, "along", "Let dummies go along, or be done", "GLI-16"),
        Ask::March => waits(own, "march", "Move, attack, or end the march", "G5.1-20"),
        Ask::AttackType => waits(own, "attack-type", "Choose the type of the attack", "G7.1-16"),
        Ask::DestroyBridge => {
            waits(own, "destroy-bridge", "Try to destroy a bridge or ferry, or leave it", "G10.2-8")
        }
        Ask::AssaultUnits => waits(own, "assault-units", "Select units for the assault", "G7.1-25"),
        Ask::AssaultTarget => waits(own, "assault-target", "Choose the hex to assault", "G7.1-30"),
        Ask::Lee => waits(own, "lee", "Announce Lee's bonus, or not", "G7.4-41"),
        Ask::Keep => waits(own, "keep-units", "Choose the units that attack", "G7.1-37"),
        Ask::GrandAssault => waits(own, "grand-assault", "Try a grand assault, or go on", "G7.1-39"),
        Ask::Join => waits(own, "join-units", "Choose units that join the grand assault", "G7.1-60"),
        Ask::Losses(side) => waits(side, "losses", "Choose the unit that takes the next loss", "G7.5-27"),
        Ask::Haven(leader) => {
            let side = setup.leader(leader).side;
            waits(side, "haven", "Choose the unit that the leader joins", "G7.5-35")
        }
        Ask::Retreat(side) => waits(side, "retreat-hex", "Choose the hex to retreat into", "G7.6-25"),
        Ask::Withdraw(side) => {
            waits(side, "withdraw", "Choose units that withdraw, or hold the ground", "G7.6-47")
        }
        Ask::Advance => waits(own, "advance", "Choose units that advance", "G7.6-53"),
        Ask::Campaign(ask) => {
            let question = ask.question(&Pos { setup, state });
            waits(question.side, question.kind, question.prompt, question.rule)
        }
        Ask::Forage(side) => waits(side, "forage", "Let units forage, or be done", "G8-6"),
        Ask::Recovery(side) => {
            waits(side, "recovery-work", "Entrench, build or repair bridges, or be done", "G8-2")
        }
    }
}

/// Appends the legal orders of a seat.
pub fn orders(setup: &Setup, state: &State, seat: Side, out: &mut Vec<Order>) {
    if standing(setup, state).seats().is_none_or(|seats| !seats.contains(seat)) {
        return;
    }
    let known = state.known_to(setup, Viewer::Seat(seat));
    let state = known.as_ref();
    let pos = Pos { setup, state };
    match state.ask {
        Ask::Over | Ask::Start => {}
        Ask::Arrival(side) => {
            if let Some((unit, hexes)) = pos.due(side) {
                out.extend(hexes.into_iter().map(|h| Order::Place(unit, h)));
            }
        }
        Ask::Swamp(unit) => out.extend(pos.swamp_exits(unit).into_iter().map(Order::Move)),
        Ask::Transfer(side) => pos.transfer_orders(side, out),
        Ask::Initiative(side) | Ask::Yielded(side) => {
            if pos.may_take(side).is_ok() {
                out.push(Order::Take);
            }
            out.push(Order::Pass);
        }
        Ask::Insubordination => {
            out.extend(setup.leader_ids().filter(|l| pos.may_name(*l).is_ok()).map(Order::Name));
        }
        Ask::Action => {
            pos.action_orders(out);
            pos.marker_orders(seat, out);
        }
        Ask::ActivationUnits => {
            if let Some(activation) = &state.activation {
                pos.selection_orders(activation, out);
            }
        }
        Ask::ActivationLeader => {
            if let Some(activation) = &state.activation {
                out.extend(pos.attachments().into_iter().map(|u| Order::Transfer(activation.leader, u)));
                out.push(Order::Done);
            }
        }
        Ask::Accompany => {
            if let Some(unit) = active_leaders_unit(state) {
                out.extend(pos.companions(unit).into_iter().map(|l| Order::Transfer(l, unit)));
            }
            out.push(Order::Done);
        }
        Ask::NextUnit => {
            if let Some(activation) = &state.activation {
                out.extend(activation.marching.or(activation.digging).into_iter().map(Order::Go));
            }
        }
        Ask::CavalryRetreat(_) => out.extend([Order::Evade, Order::Stand]),
        Ask::CavalryLoss(_) => {
            if let Some(offer) = &state.offer {
                out.extend(pos.alive(offer.units).into_iter().map(Order::Lose));
            }
        }
        Ask::ForceMarch => out.extend([Order::ForceMarch, Order::Steady]),
        Ask::Roll => pos.roll_orders(out),
        Ask::Feint => pos.feint_orders(out),
        Ask::Along => {
            pos.along_orders(out);
            out.push(Order::Done);
        }
        Ask::March => {
            if let Some(march) = &state.march {
                pos.march_orders(march, out);
                pos.along_orders(out);
            }
        }
        Ask::AttackType => {
            if let Some(march) = &state.march {
                let open = AttackType::ALL.into_iter().filter(|t| pos.may_attack_by(march, *t).is_ok());
                out.extend(open.map(Order::By));
            }
        }
        Ask::DestroyBridge => {
            if let Some(march) = &state.march {
                out.extend(pos.destroyable(march.unit).map(Order::Destroy));
            }
            out.push(Order::Done);
        }
        Ask::Haven(leader) => {
            out.extend(pos.havens(leader).into_iter().map(|u| Order::Transfer(leader, u)));
        }
        Ask::Recovery(side) => pos.work_orders(side, out),
        Ask::Campaign(ask) => pos.campaign_orders(ask, out),
        Ask::Forage(side) => {
            let open = setup.by_side[side].into_iter().filter(|u| pos.may_forage(side, *u).is_ok());
            out.extend(open.map(Order::Forage));
            out.push(Order::Done);
        }
        _ => fighting_orders(&pos, out),
    }
}

/// The legal orders of assaults and combats.
fn fighting_orders(pos: &Pos, out: &mut Vec<Order>) {
    match (pos.state.ask, &pos.state.assault, &pos.state.combat, &pos.state.retreat) {
        (Ask::AssaultUnits, Some(assault), _, _) => pos.assault_orders(assault, out),
        (Ask::AssaultTarget, Some(assault), _, _) => pos.target_orders(assault, out),
        (Ask::Lee, _, _, _) => out.extend([Order::Lee, Order::Done]),
        (Ask::Keep, Some(assault), _, _) => {
            let open = assault.selected.into_iter().filter(|u| pos.may_keep(assault, *u).is_ok());
            out.extend(open.map(Order::Keep));
        }
        (Ask::GrandAssault, Some(assault), _, _) => {
            let open = pos.setup.leader_ids().filter(|l| pos.may_try_grand(assault, *l).is_ok());
            out.extend(open.map(Order::Grand));
            out.push(Order::Done);
        }
        (Ask::Join, Some(assault), _, _) => pos.join_orders(assault, out),
        (Ask::Losses(_), _, Some(combat), _) => out.extend(pos.losers(combat).into_iter().map(Order::Lose)),
        (Ask::Retreat(_), _, _, Some(retreat)) => pos.retreat_orders(retreat, out),
        (Ask::Withdraw(_), _, Some(combat), _) => {
            let open = combat.defenders.into_iter().filter(|u| pos.may_withdraw(combat, *u).is_ok());
            out.extend(open.map(Order::Withdraw));
            out.push(Order::Done);
        }
        (Ask::Advance, _, Some(combat), _) => pos.advance_orders(combat, out),
        _ => {}
    }
}

fn active_leaders_unit(state: &State) -> Option<crate::setup::UnitId> {
    state.activation.as_ref().and_then(|a| state.leaders[a.leader.index()].unit)
}

/// Whether a seat may give an order now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(setup: &Setup, state: &State, seat: Side, order: &Order) -> Result<(), Refusal> {
    let stands = standing(setup, state);
    let Standing::Waiting(decision) = &stands else {
        return Err(Refusal::new(Rule("G3.0-8"), "the game is over"));
    };
    if let Order::Open(side, marker) = *order {
        return Pos { setup, state }.may_open(seat, side, marker);
    }
    if !decision.seats.contains(seat) {
        return Err(Refusal::new(decision.rule, "it is the other player who decides now"));
    }
    let known = state.known_to(setup, Viewer::Seat(seat));
    let pos = Pos { setup, state: &known };
    if let Some(verdict) = verdict(&pos, seat, *order) {
        return verdict;
    }
    Err(Refusal::new(decision.rule, format!("that is not what is to be decided now: {}", decision.prompt)))
}

/// The verdict on an order that fits the decision at hand; `None` if it does not fit.
fn verdict(pos: &Pos, seat: Side, order: Order) -> Option<Result<(), Refusal>> {
    let g = pos.state;
    let mine = |ok: bool| {
        if ok { Ok(()) } else { Err(Refusal::new(Rule("G4.3-2"), "that piece is not yours to command")) }
    };
    let own_unit = |u| mine(pos.setup.unit(u).side == seat);
    let own_leader = |l| mine(pos.setup.leader(l).side == seat);
    Some(match (g.ask, order) {
        (Ask::Arrival(side), Order::Place(unit, hex)) => pos.may_place(side, unit, hex),
        (Ask::Swamp(unit), Order::Move(to)) => pos.may_leave_swamp(unit, to),
        (Ask::Transfer(side), Order::Transfer(l, u)) => pos.may_transfer(side, l, u),
        (Ask::Transfer(_) | Ask::ActivationLeader | Ask::Accompany | Ask::Recovery(_), Order::Done) => Ok(()),
        (Ask::Initiative(side) | Ask::Yielded(side), Order::Take) => pos.may_take(side),
        (Ask::Initiative(_) | Ask::Yielded(_), Order::Pass) => Ok(()),
        (Ask::Action, Order::Marker(hex)) => pos.may_place_marker(seat, hex),
        (Ask::Action, Order::Under(u, m)) => pos.may_go_under(seat, u, m),
        (Ask::Action, Order::Feint(m, _)) => pos.may_feint(seat, m),
        (Ask::Action, Order::Done) => pos.may_do_nothing(seat),
        (_, Order::Marker(_) | Order::Under(..)) => Err(Refusal::new(
            Rule("GLI-4"),
            "Force markers are placed by the player who holds the initiative",
        )),
        (_, Order::Feint(..)) => {
            Err(Refusal::new(Rule("GLI-15"), "a dummy is moved as an action, with the initiative"))
        }
        (Ask::Roll, Order::Roll) => Ok(()),
        (Ask::Roll, Order::Done) => pos.may_leave_the_die(),
        (Ask::Feint, Order::Move(to)) => pos.feint_step(g.forces.as_ref()?.feint.as_ref()?, to).map(|_| ()),
        (Ask::Feint, Order::End) | (Ask::Along, Order::Done) => Ok(()),
        (Ask::Along | Ask::March, Order::Along(m)) => pos.may_go_along(m),
        (Ask::Insubordination, Order::Name(l)) => pos.may_name(l),
        (Ask::Action, Order::March(u)) => own_unit(u).and_then(|()| pos.may_march(u)),
        (Ask::Action, Order::Entrench(_) | Order::Burn(_) | Order::Assault(_)) if pos.is_night() => {
            pos.by_day("a night march is a march or a leader's activation")
        }
        (Ask::Action, Order::Entrench(u)) => own_unit(u).and_then(|()| pos.may_entrench(u)),
        (Ask::Action, Order::Burn(u)) => own_unit(u).and_then(|()| pos.may_burn(u)),
        (Ask::Action, Order::Strategic(u, levels)) => {
            own_unit(u).and_then(|()| pos.may_move_strategically(u, levels))
        }
        (Ask::Action, Order::Rail(u, to)) => own_unit(u).and_then(|()| pos.may_ride_train(u, to).map(|_| ())),
        (Ask::Action, Order::Activate(l)) => own_leader(l).and_then(|()| pos.may_activate(l)),
        (Ask::Action, Order::Assault(l)) => own_leader(l).and_then(|()| pos.may_assault(l)),
        (Ask::ActivationUnits, Order::Select(u)) => pos.may_select(g.activation.as_ref()?, u),
        (Ask::ActivationUnits, Order::Dig(u)) => pos.may_select_to_dig(g.activation.as_ref()?, u),
        (Ask::ActivationUnits, Order::Done) => pos.may_close_selection(g.activation.as_ref()?),
        (Ask::ActivationLeader, Order::Transfer(l, u)) => {
            let activation = g.activation.as_ref()?;
            if l != activation.leader {
                return Some(Err(Refusal::new(Rule("G5.2-29"), "only the active leader may transfer")));
            }
            pos.may_attach_active(activation, u)
        }
        (Ask::Accompany, Order::Transfer(l, u)) => pos.may_accompany(g.activation.as_ref()?, l, u),
        (Ask::NextUnit, Order::Go(u)) => {
            let activation = g.activation.as_ref()?;
            let waits = activation.marching.or(activation.digging).has(u);
            if waits { Ok(()) } else { Err(Refusal::new(Rule("G5.2-33"), "that unit is not waiting to go")) }
        }
        (Ask::CavalryRetreat(_), Order::Evade | Order::Stand) => Ok(()),
        (Ask::CavalryLoss(_), Order::Lose(u)) => {
            let open = pos.alive(g.offer.as_ref()?.units).has(u);
            if open {
                Ok(())
            } else {
                Err(Refusal::new(Rule("G7.7-30"), "only a retreating cavalry unit loses"))
            }
        }
        (Ask::ForceMarch, Order::ForceMarch | Order::Steady) => Ok(()),
        (Ask::March, Order::Move(to)) => pos.may_move(g.march.as_ref()?, to),
        (Ask::March, Order::Attack(to)) => pos.may_attack(g.march.as_ref()?, to),
        (Ask::March, Order::RefuseFlanks) => pos.may_refuse_flanks(g.march.as_ref()?),
        (Ask::March, Order::UnrefuseFlanks) => {
            let march = g.march.as_ref()?;
            pos.may_end_march(march).and_then(|()| pos.may_unrefuse_flanks(march))
        }
        (Ask::March, Order::Dismantle(to)) => {
            let march = g.march.as_ref()?;
            pos.may_end_march(march).and_then(|()| pos.may_dismantle(march, to))
        }
        (Ask::March, Order::Ride(l)) => {
            let march = g.march.as_ref()?;
            pos.may_end_march(march).and_then(|()| pos.may_ride(march, l))
        }
        (Ask::March, Order::Boats(to)) => pos.may_take_boats(g.march.as_ref()?, to).map(|_| ()),
        (Ask::March, Order::Guide) => pos.may_take_guide(g.march.as_ref()?).map(|_| ()),
        (Ask::March, Order::End) => pos.may_end_march(g.march.as_ref()?),
        (Ask::AttackType, Order::By(kind)) => pos.may_attack_by(g.march.as_ref()?, kind),
        (Ask::DestroyBridge, Order::Destroy(to)) => pos.may_destroy(g.march.as_ref()?.unit, to),
        (Ask::DestroyBridge, Order::Done) => Ok(()),
        (Ask::Haven(leader), Order::Transfer(l, u)) => {
            let open = l == leader && pos.havens(leader).has(u);
            if open {
                Ok(())
            } else {
                Err(Refusal::new(Rule("G7.5-35"), "he goes to the nearest unit of his command"))
            }
        }
        (Ask::Recovery(side), Order::Entrench(u)) => pos.may_dig_in_recovery(side, u),
        (Ask::Forage(side), Order::Forage(u)) => pos.may_forage(side, u),
        (Ask::Forage(_), Order::Done) => Ok(()),
        (Ask::Campaign(ask), order) => return pos.campaign_verdict(ask, order),
        (Ask::Recovery(side), Order::Build(u, to)) => pos.may_build(side, u, to),
        (Ask::Recovery(side), Order::Repair(u, to)) => pos.may_repair(side, u, to),
        _ => return fighting_verdict(pos, order),
    })
}

fn fighting_verdict(pos: &Pos, order: Order) -> Option<Result<(), Refusal>> {
    let g = pos.state;
    Some(match (g.ask, order) {
        (Ask::AssaultUnits, Order::Select(u)) => pos.may_select_for_assault(g.assault.as_ref()?, u),
        (Ask::AssaultUnits, Order::Done) => pos.may_close_assault(g.assault.as_ref()?),
        (Ask::AssaultTarget, Order::Attack(to)) => pos.may_assault_hex(g.assault.as_ref()?, to),
        (Ask::Lee, Order::Lee | Order::Done) => Ok(()),
        (Ask::Keep, Order::Keep(u)) => pos.may_keep(g.assault.as_ref()?, u),
        (Ask::GrandAssault, Order::Grand(l)) => pos.may_try_grand(g.assault.as_ref()?, l),
        (Ask::GrandAssault, Order::Done) => Ok(()),
        (Ask::Join, Order::Join(u)) => pos.may_join(g.assault.as_ref()?, u),
        (Ask::Join, Order::Done) => {
            let chosen = !g.assault.as_ref()?.joined.is_empty();
            if chosen {
                Ok(())
            } else {
                Err(Refusal::new(Rule("G7.1-64"), "at least one unit must join the grand assault"))
            }
        }
        (Ask::Losses(_), Order::Lose(u)) => {
            let open = pos.losers(g.combat.as_ref()?).has(u);
            if open {
                Ok(())
            } else {
                Err(Refusal::new(Rule("G7.5-27"), "only a unit of the combat takes its losses"))
            }
        }
        (Ask::Retreat(_), Order::Retreat(to)) => pos.may_retreat_to(g.retreat.as_ref()?, to),
        (Ask::Retreat(_), Order::Halt) => {
            let retreat = g.retreat.as_ref()?;
            if pos.plan(retreat).may_stop(retreat.at, &retreat.path) {
                Ok(())
            } else {
                Err(Refusal::new(Rule("G7.6-27"), "the retreat cannot end here"))
            }
        }
        (Ask::Withdraw(_), Order::Withdraw(u)) => pos.may_withdraw(g.combat.as_ref()?, u),
        (Ask::Withdraw(_), Order::Done) => Ok(()),
        (Ask::Advance, Order::Advance(u)) => pos.may_advance(g.combat.as_ref()?, u),
        (Ask::Advance, Order::Transfer(l, u)) => pos.may_reattach(g.combat.as_ref()?, l, u),
        (Ask::Advance, Order::Done) => Ok(()),
        _ => return None,
    })
}

/// Carries out an order that was checked.
pub fn apply(setup: &Setup, state: &mut State, order: &Order, dice: &mut dyn Dice, log: &mut dyn Log<Event>) {
    let mut play = Play { setup, state, dice, log };
    play.carry_out(*order);
    play.look_out();
    play.settle_leaders();
}

impl Play<'_> {
    fn carry_out(&mut self, order: Order) {
        match (self.state.ask, order) {
            (_, Order::Open(side, marker)) => self.open_by_choice(side, marker),
            (Ask::Arrival(side), Order::Place(unit, hex)) => {
                self.place(unit, hex);
                self.arrivals(side);
            }
            (Ask::Swamp(unit), Order::Move(to)) => {
                self.leave_swamp(unit, to);
                self.clear_swamps();
            }
            (Ask::Transfer(_), Order::Transfer(l, u)) => self.transfer(l, u),
            (Ask::Transfer(side), _) => self.transfers_done(side),
            (Ask::Initiative(side) | Ask::Yielded(side), Order::Take) => {
                self.tell(|t| t.event("take", format!("The {side} player takes the initiative.")).side(side));
                self.state.ask = Ask::Action;
            }
            (Ask::Initiative(side), _) => self.passes(side),
            (Ask::Yielded(side), _) => {
                self.tell(|t| t.event("pass", format!("The {side} player passes.")).side(side));
                self.end_cycle();
            }
            (Ask::Insubordination, Order::Name(l)) => self.name_insubordinate(l),
            (Ask::Roll, order) => self.roll_for_stragglers(order == Order::Roll),
            (Ask::Feint, Order::Move(to)) => self.feint_move(to),
            (Ask::Feint, _) => self.feint_over(),
            (Ask::Along | Ask::March, Order::Along(m)) => self.go_along(m),
            (Ask::Along, _) => self.nobody_else_along(),
            (Ask::Action, order) => self.act(order),
            (Ask::ActivationUnits, Order::Select(u)) => self.select(u, false),
            (Ask::ActivationUnits, Order::Dig(u)) => self.select(u, true),
            (Ask::ActivationUnits, _) => self.close_selection(),
            (Ask::ActivationLeader, Order::Transfer(_, u)) => self.leader_settled(Some(u)),
            (Ask::ActivationLeader, _) => self.leader_settled(None),
            (Ask::Accompany, Order::Transfer(l, u)) => {
                self.attach(l, u);
                if self.pos().companions(u).is_empty() {
                    self.next_of_activation();
                }
            }
            (Ask::Accompany, _) => self.next_of_activation(),
            (Ask::NextUnit, Order::Go(u)) => self.go(u),
            (Ask::CavalryRetreat(_), Order::Evade) => self.evade(),
            (Ask::CavalryRetreat(_), _) => self.stand(),
            (Ask::CavalryLoss(_), Order::Lose(u)) => {
                self.lose_manpower(u, 1, true);
                self.evade_units();
            }
            (Ask::ForceMarch, Order::ForceMarch) => self.force_march(),
            (Ask::ForceMarch, _) => {
                self.state.ask = Ask::March;
                self.settle_march();
            }
            (Ask::March, order) => self.march_order(order),
            (Ask::AttackType, Order::By(kind)) => self.attack_by(kind),
            (Ask::DestroyBridge, Order::Destroy(to)) => self.destroy(to),
            (Ask::DestroyBridge, _) => self.finish_unit(),
            (Ask::Haven(_), Order::Transfer(l, u)) => {
                self.attach(l, u);
                self.state.ask = self.state.stashed.take().unwrap_or(self.state.ask);
            }
            (Ask::Recovery(side), order) => self.recovery_order(side, order),
            (Ask::Campaign(ask), order) => self.campaign_order(ask, order),
            (Ask::Forage(_), Order::Forage(u)) => self.forage(u),
            (Ask::Forage(side), _) => self.forage_done(side),
            _ => self.fight_on(order),
        }
    }

    fn act(&mut self, order: Order) {
        match order {
            Order::March(unit) => {
                let allowance = self.own_allowance(unit);
                self.begin_march(unit, allowance, false);
            }
            Order::Strategic(unit, levels) => self.move_strategically(unit, levels),
            Order::Rail(unit, to) => self.go_by_rail(unit, to),
            Order::Activate(leader) => self.activate(leader),
            Order::Feint(marker, guise) => self.feint(marker, guise),
            Order::Marker(hex) => {
                self.place_marker(self.state.active, hex);
            }
            Order::Under(unit, marker) => self.go_under(unit, marker),
            Order::Done => self.next_action_phase(),
            Order::Assault(leader) => self.begin_assault(leader),
            Order::Burn(unit) => {
                self.burn(unit);
                self.next_action_phase();
            }
            Order::Entrench(unit) => {
                self.entrench_action(unit);
                self.next_action_phase();
            }
            _ => {}
        }
    }

    fn march_order(&mut self, order: Order) {
        match order {
            Order::Move(to) => self.march_step(to),
            Order::Boats(to) => self.cross_by_boat(to),
            Order::Guide => self.take_guide(),
            Order::Attack(to) => self.name_target(to),
            Order::RefuseFlanks => self.refuse_flanks(),
            Order::UnrefuseFlanks => {
                let unit = self.state.march.as_ref().expect("a march is on").unit;
                self.show(unit);
                self.drop_refused_flanks(self.state.unit(unit).hex);
            }
            Order::Dismantle(to) => self.dismantle(to),
            Order::Ride(leader) => {
                let unit = self.state.march.as_ref().expect("a march is on").unit;
                self.attach(leader, unit);
                self.state.march.as_mut().expect("a march is on").must_leave = true;
            }
            _ => self.end_march(),
        }
    }

    fn recovery_order(&mut self, side: Side, order: Order) {
        match order {
            Order::Entrench(unit) => self.dig_in_recovery(unit),
            Order::Build(unit, to) => self.build(unit, to),
            Order::Repair(unit, to) => self.repair(unit, to),
            _ => return self.work_done(side),
        }
        self.ask_for_work(side);
    }

    fn fight_on(&mut self, order: Order) {
        match (self.state.ask, order) {
            (Ask::AssaultUnits, Order::Select(u)) => self.select_for_assault(u),
            (Ask::AssaultUnits, _) => self.close_assault(),
            (Ask::AssaultTarget, Order::Attack(to)) => self.assault_hex(to),
            (Ask::Lee, order) => self.command_roll(order == Order::Lee),
            (Ask::Keep, Order::Keep(u)) => self.keep(u),
            (Ask::GrandAssault, Order::Grand(l)) => self.try_grand(l),
            (Ask::GrandAssault, _) => self.assault_combat(),
            (Ask::Join, Order::Join(u)) => self.join(u),
            (Ask::Join, _) => self.joined(),
            (Ask::Losses(_), Order::Lose(u)) => self.take_one_loss(u),
            (Ask::Retreat(_), Order::Retreat(to)) => self.retreat_to(to),
            (Ask::Retreat(_), _) => self.end_retreat(),
            (Ask::Withdraw(_), Order::Withdraw(u)) => self.choose_withdrawal(u),
            (Ask::Withdraw(_), _) => self.withdraw(),
            (Ask::Advance, Order::Advance(u)) => self.choose_advance(u),
            (Ask::Advance, Order::Transfer(l, u)) => {
                self.attach(l, u);
                if let Some(combat) = self.state.combat.as_mut() {
                    combat.reattached |= 1 << l.0;
                }
            }
            (Ask::Advance, _) => self.advance(),
            _ => {}
        }
    }

    fn choose_withdrawal(&mut self, unit: crate::setup::UnitId) {
        let combat = self.state.combat.as_mut().expect("a combat is on");
        combat.chosen.add(unit);
        let chosen = combat.chosen;
        if self
            .pos()
            .alive(self.state.combat.as_ref().expect("a combat is on").defenders)
            .minus(chosen)
            .is_empty()
        {
            self.withdraw();
        }
    }
}
