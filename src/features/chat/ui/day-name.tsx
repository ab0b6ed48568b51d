import { m } from '#messages'
import { isSameDay } from './message-rows.ts'

const dayForm = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric' })
const otherYearForm = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', year: 'numeric' })

export function DayName({ date, now }: { date: Date; now: Date }) {
  return (
    <li className="mt-4 flex items-center gap-3 px-3 text-xs text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {nameOf(date, now)}
    </li>
  )
}

function nameOf(date: Date, now: Date): string {
  if (isSameDay(date, now)) return m.chat_today()
  if (isSameDay(date, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return m.chat_yesterday()
  return (date.getFullYear() === now.getFullYear() ? dayForm : otherYearForm).format(date)
}
