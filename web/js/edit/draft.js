/** What was edited and not saved, kept for this window: nobody loses an evening by a wrong click. */

const DRAFT = "hardtack.draft";

/** @typedef {{id: string | null, files: Record<string, string>}} Draft id: where it stands on the shelf */

/** @param {Draft} draft */
export const keepDraft = (draft) => sessionStorage.setItem(DRAFT, JSON.stringify(draft));

export const dropDraft = () => sessionStorage.removeItem(DRAFT);

/** What was kept of this scenario; of a new one without an id. @param {string | null} id @returns {Draft | null} */
export function draftOf(id) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
    return kept?.files && (kept.id ?? null) === id ? kept : null;
  } catch {
    return null;
  }
}
