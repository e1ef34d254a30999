// Pictures of pages: the two sizes of window they are taken in, and how one is taken.

import { painted } from "./table.mjs";

export const SIZES = {
  wide: { viewport: { width: 1440, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
};

/** Takes a picture when the map is there and nothing moves any more. */
export async function photograph(page, path, quality = 72) {
  if (await page.locator(".board").count()) await painted(page);
  await page.waitForTimeout(700);
  await page.screenshot({ path, type: "jpeg", quality });
}
