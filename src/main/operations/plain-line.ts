/** What others wrote, as a terminal may show it: no sign in it moves the cursor, rings or pretends to be a line of ours. */
export const plainLine = (text: string) => text.replace(/[^\P{Cc}\t]+|[\u2028\u2029]+/gu, ' ')
