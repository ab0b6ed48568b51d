/** An operator's command that cannot be done; its message is the one line that is shown. */
export class Refused extends Error {}

/** What a command has to say, and whether the process ends with 0. */
export type Told = { lines: string[]; ok: boolean }
