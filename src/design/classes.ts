/** Joins class names, leaving out what is switched off. */
export function cx(...names: ReadonlyArray<string | false | null | undefined>): string {
  return names.filter(Boolean).join(' ')
}

/** What is written into or chosen from. */
export const controlClass =
  'min-h-11 w-full rounded-sm border border-edge bg-raised px-3 text-base text-ink placeholder:text-muted hover:border-ink disabled:border-line disabled:bg-sunk disabled:text-muted aria-invalid:border-2 aria-invalid:border-danger-text'
