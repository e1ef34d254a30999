/** A few short sounds, made here; silent unless the reader has switched them on. */

import { diceOf } from "../panels/log.js";
import { wishes } from "./memory.js";

/** @typedef {import("../types.js").Line} Line */

/** @type {AudioContext | null} */
let context = null;
/** Played last, and when: for whoever drives the page from outside. @type {{name: string, at: number}[]} */
export const played = [];
/** Sounds nearer than this run together. */
const APART = 120;

/** A browser lets a page sound only after the reader has touched it. @returns {AudioContext | null} */
function audio() {
  if (!wishes().sound || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  return context;
}

/** Noise through a filter, as a knock or a roar. @param {AudioContext} to @param {{at: number, hz: number, q: number, long: number, loud: number}} how */
function noise(to, { at, hz, q, long, loud }) {
  const buffer = to.createBuffer(1, Math.ceil(to.sampleRate * long), to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / data.length) ** 2;
  const source = to.createBufferSource();
  source.buffer = buffer;
  const filter = to.createBiquadFilter();
  Object.assign(filter, { type: "bandpass" });
  filter.frequency.value = hz;
  filter.Q.value = q;
  const gain = to.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(to.destination);
  source.start(to.currentTime + at);
}

/** @param {AudioContext} to @param {{at: number, hz: number, long: number, loud: number}} how */
function tone(to, { at, hz, long, loud }) {
  const start = to.currentTime + at;
  const source = to.createOscillator();
  source.type = "triangle";
  source.frequency.value = hz;
  const gain = to.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, start + long);
  source.connect(gain).connect(to.destination);
  source.start(start);
  source.stop(start + long);
}

/** @type {Record<string, (to: AudioContext) => void>} */
const SOUNDS = {
  dice: (to) => [0, 0.07, 0.16].forEach((at) => noise(to, { at, hz: 2400, q: 6, long: 0.05, loud: 0.5 })),
  march: (to) => [0, 0.14].forEach((at) => noise(to, { at, hz: 160, q: 3, long: 0.09, loud: 0.6 })),
  guns: (to) => {
    noise(to, { at: 0, hz: 90, q: 0.8, long: 0.7, loud: 0.9 });
    noise(to, { at: 0, hz: 900, q: 0.7, long: 0.12, loud: 0.35 });
  },
  turn: (to) => {
    tone(to, { at: 0, hz: 523, long: 0.35, loud: 0.15 });
    tone(to, { at: 0.16, hz: 784, long: 0.6, loud: 0.15 });
  },
};

/** @param {string} name */
function play(name) {
  const now = performance.now();
  const to = audio();
  if (!to || now - (played.at(-1)?.at ?? -APART) < APART) return;
  played.push({ name, at: now });
  if (played.length > 50) played.shift();
  SOUNDS[name](to);
}

/** The sound of orders: guns before dice before marching feet. @param {Line[]} lines */
export function sound(lines) {
  const kinds = new Set(lines.flatMap((line) => line.events).map((event) => event.show?.kind));
  if (["attack", "charge", "fire"].some((kind) => kinds.has(/** @type {any} */ (kind)))) play("guns");
  else if (lines.some((line) => diceOf(line).length > 0)) play("dice");
  else if (kinds.has("move") || kinds.has("retreat")) play("march");
}

/** It is my turn. */
export const chime = () => play("turn");

/** Lets the reader hear what he has switched on. */
export const sample = () => play("dice");
