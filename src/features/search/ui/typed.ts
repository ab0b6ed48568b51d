/** Text and cursor position that the plain field passes on to the combobox. */
export type Typed = { text: string; at: number | null }
