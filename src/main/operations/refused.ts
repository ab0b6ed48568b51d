/** Thrown when a command of an operator cannot be carried out; its message is the line that is shown. */
export class Refused extends Error {}

/** The lines that a command prints, and true if the process ends with 0. */
export type Report = { lines: string[]; ok: boolean }
