import { notFound } from '@tanstack/react-router'
import { refusalOf } from './refusal-of.ts'

/** Shows the page for "not found" if the API has no such thing, also for a malformed name (400), which nothing can have. */
export function throwIfAbsent(error: unknown): never {
  const { status = 0, text } = refusalOf(error) ?? {}
  if ([400, 404, 410, 451].includes(status)) throw notFound({ data: text })
  throw error
}
