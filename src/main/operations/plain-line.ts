/** Makes foreign text safe for a terminal: no character in it moves the cursor, rings the bell or begins a new line. */
export const plainLine = (text: string) => text.replace(/[^\P{Cc}\t]+|[\u2028\u2029]+/gu, ' ')
