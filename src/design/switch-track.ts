import { cx } from './classes.ts'

/** Class of a switch's track and thumb, beside a hidden checkbox with the class `peer`. */
export const switchTrackClass = cx(
  'relative h-6 w-11 shrink-0 rounded-full border-2 border-edge bg-raised transition-colors peer-checked:border-ink peer-checked:bg-ink peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:opacity-45',
  'after:absolute after:start-0.5 after:top-0.5 after:size-4 after:rounded-full after:bg-edge after:transition-transform peer-checked:after:translate-x-5 peer-checked:after:bg-paper rtl:peer-checked:after:-translate-x-5',
)
