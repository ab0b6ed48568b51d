/** Duration of the animation that counts up to a new number. */
export const countUpMs = 750

/** "Copied" is shown this long. */
export const copiedMs = 2_000

/** Share of a field's maximum from which its character counter is shown. The form sets when it turns red (`redAbove`). */
export const counterFromShare = 0.9
