// Limits of content that is hidden until a moderator looks: plain values, for browser and server.

/** Number of members whose reports hide a text of a new person. */
export const reportersHide = 3
/** Hours without a look after which a text that reports have hidden is shown again. */
export const heldHours = 72
/** Days without a look after which a text that waits goes back to its author. */
export const waitingDays = 7
