/** What a file of targets may say of each; the header line names them in any order. */
export const importColumns = ['name', 'website', 'industry', 'description', 'logo'] as const
export type ImportColumn = (typeof importColumns)[number]

/** The picture or the icon that a line names; the bytes are as they are in the file. */
export type LineLogo = { icon: string } | { bytes: Uint8Array }

/** A target as a line names it; empty where the line or the file says nothing. */
export type TargetLine = { line: number; name: string; website: string; industry: string; description: string; logo: LineLogo | null }
/** A line that cannot be taken, and why. */
export type BadLine = { line: number; reason: string }
export type Line = TargetLine | BadLine

/** What became of a line. */
export type Outcome = { line: number; done: 'added' | 'changed' | 'unchanged' } | BadLine

/** A line is no longer than this, a quoted field with its line breaks neither: what is kept in memory has an end. */
export const longestRecord = 64 * 1024
