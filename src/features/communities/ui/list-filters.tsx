import { Link, useNavigate } from '@tanstack/react-router'
import { Button, buttonClass } from '#design/button.tsx'
import { SelectField } from '#design/choice-field.tsx'
import { SegmentedLinks } from '#design/segmented-links.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { useFieldAt, useGetForm, useTypedField } from '#platform/client/get-form.ts'
import { isSameName } from '#platform/same-name.ts'
import { searchLength } from '#platform/terms.ts'
import { type CommunitySort, communitySorts } from '../terms.ts'
import { isNarrowed, type ListSearch, type ListTexts, readListSearch } from './list-search.ts'

/** The filters as a plain GET form. With JavaScript, the list is searched while the reader types. */
export function ListFilters({ search, tags }: { search: ListSearch; tags: readonly string[] }) {
  const navigate = useNavigate()
  // Reads the sort order from the current URL, because `search` has the previous order until the list in the new order is loaded.
  const go = (given: ListTexts) =>
    void navigate({
      to: '/communities',
      search: (now) => ({ ...readListSearch({ ...given, sort: readListSearch(now).sort }), cursor: undefined }),
      resetScroll: false,
      replace: true,
    })
  const { q, privacy, tag, sort } = search
  const { ref, onSubmit, send, sendSoon } = useGetForm(go)
  const text = useTypedField(q ?? '')
  const privacyField = useFieldAt<HTMLSelectElement>(privacy ?? '')
  const tagField = useFieldAt<HTMLSelectElement>(tag ?? '')
  // Adds the tag of the URL if it is not offered: only the most common tags are.
  const offered = tag && !tags.some((each) => isSameName(each, tag)) ? [tag, ...tags] : tags
  const chosen = offered.find((each) => isSameName(each, tag ?? '')) ?? ''
  return (
    <form
      ref={ref}
      action="/communities"
      method="get"
      aria-label={m.communities_filters()}
      onSubmit={onSubmit}
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4"
    >
      <div className="col-span-2">
        <TextField
          ref={text}
          type="search"
          name="q"
          label={m.communities_search()}
          placeholder={m.communities_search_placeholder()}
          defaultValue={q ?? ''}
          maxLength={searchLength}
          autoComplete="off"
          enterKeyHint="search"
          onChange={sendSoon}
        />
      </div>
      <SelectField
        ref={privacyField}
        name="privacy"
        label={m.communities_privacy()}
        defaultValue={privacy ?? ''}
        onChange={send}
        options={[
          { value: '', label: m.communities_all_privacies() },
          { value: 'public', label: m.communities_public() },
          { value: 'private', label: m.communities_private() },
        ]}
      />
      <SelectField
        ref={tagField}
        name="tag"
        label={m.communities_tag()}
        defaultValue={chosen}
        onChange={send}
        options={[{ value: '', label: m.communities_any_tag() }, ...offered.map((each) => ({ value: each, label: each }))]}
      />
      {sort && <input type="hidden" name="sort" value={sort} />}
      <noscript>
        <Button type="submit" tone="primary">
          {m.communities_apply()}
        </Button>
      </noscript>
    </form>
  )
}

const sortTexts: Record<CommunitySort, () => string> = {
  popular: m.communities_sort_popular,
  members: m.communities_sort_members,
  new: m.communities_sort_new,
  trending: m.communities_sort_trending,
}

export function ListSorts({ search }: { search: ListSearch }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <SegmentedLinks
        label={m.communities_sort()}
        options={communitySorts}
        chosen={search.sort ?? 'popular'}
        text={(sort) => sortTexts[sort]()}
        // Reads the other parameters from the current URL, because `search` has the previous ones until the list is loaded.
        link={(sort, look) => (
          <Link to="/communities" search={(now) => ({ ...readListSearch(now), cursor: undefined, sort: sort === 'popular' ? undefined : sort })} {...look} />
        )}
        isGridOnPhones
      />
      {isNarrowed(search) && <ClearFilters />}
    </div>
  )
}

function ClearFilters() {
  return (
    <Link to="/communities" search={(now) => ({ sort: readListSearch(now).sort })} resetScroll={false} className={buttonClass({ tone: 'quiet' })}>
      {m.communities_clear()}
    </Link>
  )
}
