/** What was typed so far, and where, goes over to the part that suggests. */
export type Typed = { text: string; at: number | null }
