/** Replaces control characters and line separators by spaces, so that a text from elsewhere cannot control the terminal that prints it. Tabs are kept. */
export const plainLine = (text: string) => text.replace(/[^\P{Cc}\t]+|[\u2028\u2029]+/gu, ' ')
