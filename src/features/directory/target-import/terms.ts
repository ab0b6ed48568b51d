/** Columns of the file. The header line may name them in any order. */
export const importColumns = ['name', 'website', 'industry', 'description', 'logo'] as const
export type ImportColumn = (typeof importColumns)[number]

/** The icon or the picture that a line names. `bytes` is the unchanged file. */
export type LineLogo = { icon: string } | { bytes: Uint8Array }

/** A target as a line describes it. A field is empty if the line or the file does not have it. */
export type TargetLine = { line: number; name: string; website: string; industry: string; description: string; logo: LineLogo | null }
/** A line that is refused, with the reason. */
export type BadLine = { line: number; reason: string }
export type Line = TargetLine | BadLine

/** The result of a line. */
export type Outcome = { line: number; done: 'added' | 'changed' | 'unchanged' } | BadLine

/** Maximum length of a record in bytes, including quoted line breaks, to limit the memory. */
export const longestRecord = 64 * 1024
