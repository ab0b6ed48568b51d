/** Joins class names and leaves out falsy ones. */
export function cx(...names: ReadonlyArray<string | false | null | undefined>): string {
  return names.filter(Boolean).join(' ')
}

/** Class of fields and selects. */
export const controlClass =
  'min-h-11 w-full rounded-sm border border-edge bg-raised px-3 text-base text-ink placeholder:text-muted hover:border-ink disabled:border-line disabled:bg-sunk disabled:text-muted aria-invalid:border-2 aria-invalid:border-danger-text'
