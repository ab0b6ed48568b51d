import { useQuery } from '@tanstack/react-query'
import { Section } from '#design/section.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { m } from '#messages'
import { roleChanges } from './api.ts'
import { roleNames } from './role-texts.ts'

/** The latest changes of roles, for administrators. */
export function RoleChanges() {
  const { data, dataUpdatedAt } = useQuery(roleChanges())
  const now = useNow(dataUpdatedAt || undefined)
  if (!data) return null
  return (
    <div className="mt-12">
      <Section hasRule={false} title={m.people_role_changes()}>
        {data.items.length === 0 && <p className="text-muted">{m.people_role_changes_none()}</p>}
        {data.items.length > 0 && (
          <ul className="border-t border-ink">
            {data.items.map(({ id, person, from, to, reason, by, at }) => (
              <li key={id} className="border-b border-line py-3 [overflow-wrap:anywhere]">
                <p>
                  <a href={`/u/${person.id}`} className="link font-semibold" dir="auto">
                    {person.name}
                  </a>{' '}
                  {m.people_role_changed({ from: roleNames[from](), to: roleNames[to]() })}
                </p>
                <p dir="auto">{reason}</p>
                <p className="text-sm text-muted">
                  {by?.name ?? m.people_command_line()}
                  {' · '}
                  <Moment at={at} now={now} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}
