import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#design/button.tsx'
import { controlClass } from '#design/classes.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { searchText } from '#platform/words.ts'
import type { PageSearch } from './page-search.ts'
import { addRecent, clearRecent, recentSearches, removeRecent } from './recent.ts'

/** Search form that keeps the filters. Recent searches appear below it while it is empty. */
export function SearchBox({ search }: { search: PageSearch }) {
  const navigate = useNavigate()
  const given = search.q ?? ''
  const [text, setText] = useState(given)
  // The last text that the field and the URL had in common. A new URL replaces the field's text only if the user has not typed since.
  const [shared, setShared] = useState({ text: given, given })
  if (shared.given !== given) {
    setShared({ text: given, given })
    if (text === shared.text) setText(given)
  }
  const { q: _q, cursor: _cursor, ...kept } = search
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Reads the DOM, because the browser may have restored the text.
    const typed = new FormData(event.currentTarget).get('q')
    const raw = typeof typed === 'string' ? typed : ''
    const q = raw.trim() || undefined
    if (q) addRecent(searchText(q).text)
    setText(raw)
    setShared({ text: raw, given })
    navigate({ to: '/search', search: { ...search, cursor: undefined, q } })
  }
  return (
    <div className="flex flex-col gap-4">
      <search>
        <form action="/search" onSubmit={submit} className="flex gap-2">
          <input
            type="search"
            name="q"
            value={text}
            onChange={({ target }) => setText(target.value)}
            aria-label={m.search_label()}
            placeholder={m.search_placeholder()}
            autoComplete="off"
            className={controlClass}
          />
          {Object.entries(kept).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
          <Button type="submit" tone="primary">
            {m.search_submit()}
          </Button>
        </form>
      </search>
      {searchText(text).text === '' && <Recent kind={search.kind} />}
    </div>
  )
}

function Recent({ kind }: Pick<PageSearch, 'kind'>) {
  const navigate = useNavigate()
  // The recent searches are in the browser's storage, so the server renders none.
  const [recent, setRecent] = useState<string[] | null>(null)
  useEffect(() => setRecent(recentSearches()), [])
  const forget = (act: () => void) => {
    act()
    setRecent(recentSearches())
  }
  if (!recent?.length) {
    return <p className="max-w-prose text-muted">{m.search_recent_none(nouns)}</p>
  }
  return (
    <section aria-label={m.search_recent()} className="min-h-24">
      <div className="flex items-center justify-between gap-4">
        <h2 className="type-kicker text-muted">{m.search_recent()}</h2>
        <Button tone="quiet" size="sm" onClick={() => forget(clearRecent)}>
          {m.search_recent_clear()}
        </Button>
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-2 gap-y-3">
        {recent.map((text) => (
          <li key={text} className="inline-flex min-h-11 max-w-full items-center rounded-full border border-edge bg-raised text-sm">
            <button
              type="button"
              onClick={() => {
                addRecent(text)
                navigate({ to: '/search', search: { q: text, kind } })
              }}
              className="min-h-11 min-w-11 truncate ps-4 hover:underline"
              dir="auto"
            >
              {text}
            </button>
            <button
              type="button"
              aria-label={m.search_recent_remove({ text })}
              onClick={() => forget(() => removeRecent(text))}
              className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk"
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
