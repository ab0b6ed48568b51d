import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EditableCampaign } from '#features/campaigns/contract.ts'
import { isSameName } from '#platform/same-name.ts'
import { centsText, parseCents, parseCount } from './amounts.ts'
import { blankDraft, requestOf, type WizardDraft } from './draft.ts'
import { presets } from './presets.ts'
import { chosenProgress, newProgress, progressAbout, progressFrom, progressName, restoreProgress, startAbout } from './progress.ts'
import { failureOf } from './refusal.ts'
import { furthestStep, isStepValid, problemsOf } from './steps.ts'
import { stepOf } from './terms.ts'
import { neededText } from './ui/problem-text.ts'
import { withScheme } from './web-address.ts'

function fullDraft(): WizardDraft {
  return {
    ...blankDraft(),
    target: { kind: 'known', id: '01990000-0000-7000-8000-000000000001', slug: 'globex', name: 'Globex', industry: null, isVerified: true },
    title: 'No flights with Globex',
    goal: 'Pay the ground crews',
    whyItMatters: 'Because '.repeat(12),
    causes: [{ id: null, name: 'Night work' }],
    actions: [{ key: 'a', text: 'Cancel your booking' }],
    alternatives: [{ key: 'b', name: 'The night train', url: '', note: '' }],
    productService: 'Flights',
  }
}

describe('spend', () => {
  it.each([
    ['24.99', 2499],
    ['0.01', 1],
    ['0', 0],
    ['60', 6000],
    ['1000', 100_000],
    ['4.5', 450],
    ['.5', 50],
    ['5.', 500],
    ['24.9900', 2499],
    [' 10 ', 1000],
    ['1.15', 115],
    ['100000', 10_000_000],
  ])('%s is %d cents', (text, cents) => expect(parseCents(text)).toBe(cents))

  it.each([[''], ['.'], ['-1'], ['1e3'], ['24.999'], ['1,000'], ['abc'], ['9'.repeat(30)]])('"%s" is not an amount', (text) =>
    expect(parseCents(text)).toBeNull(),
  )

  it('is exact for every amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        (cents) => parseCents(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`) === cents,
      ),
    )
  })

  it('is formatted from cents as it is typed', () => {
    expect([2499, 6000, 1, 450].map(centsText)).toEqual(['24.99', '60', '0.01', '4.50'])
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => parseCents(centsText(cents)) === cents))
  })

  it('has the six presets', () => {
    expect(presets.map(({ name, spend, basis }) => [name, parseCents(spend), basis])).toEqual([
      ['streaming', 2499, 'monthly'],
      ['shoes', 6000, 'one_time'],
      ['coffee', 1000, 'weekly'],
      ['phone', 4500, 'monthly'],
      ['car', 45_000, 'monthly'],
      ['insurance', 100_000, 'annual'],
    ])
  })

  it.each([
    ['10000', 10_000],
    ['10,000', 10_000],
    ['1,0', null],
    ['1.5', null],
    ['', null],
  ])('a goal of "%s" is %s', (text, count) => expect(parseCount(text)).toBe(count))
})

describe('steps', () => {
  it('a blank draft opens at the first step, a complete one at the review', () => {
    expect(furthestStep(problemsOf(blankDraft()))).toBe(1)
    expect(problemsOf(fullDraft())).toEqual([])
    expect(furthestStep([])).toBe(6)
  })

  it.each<[string, Partial<WizardDraft>, number]>([
    ['a short title', { title: '  Nine char  ' }, 1],
    ['no target', { target: null }, 1],
    ['a goal of five', { goal: 'Five!' }, 2],
    ['79 characters of why', { whyItMatters: 'x'.repeat(79) }, 2],
    ['no cause', { causes: [] }, 2],
    ['only blank actions', { actions: [{ key: 'a', text: '  ' }] }, 3],
    ['an alternative without a name', { alternatives: [{ key: 'b', name: '', url: 'https://x.example', note: '' }] }, 3],
    ['a wrong address', { alternatives: [{ key: 'b', name: 'Train', url: 'nonsense', note: '' }] }, 3],
    ['no product', { productService: ' ' }, 4],
    ['no spend', { spend: '0' }, 4],
    ['a fraction of a cent', { spend: '0.001' }, 4],
    ['no unit', { mode: 'non_monetary', unit: '' }, 4],
    ['a goal of half a person', { supportersGoal: '0.5' }, 4],
  ])('%s makes its own step invalid and no other', (_, change, step) => {
    const problems = problemsOf({ ...fullDraft(), ...change })
    expect([1, 2, 3, 4, 5, 6].filter((each) => !isStepValid(each, problems))).toEqual([step])
  })

  it('a URL without its scheme is valid while its field has the focus, and is sent with a scheme', () => {
    const draft = { ...fullDraft(), alternatives: [{ key: 'a', name: 'Train', url: ' train.example ', note: '' }] }
    expect(problemsOf(draft)).toEqual([])
    expect(requestOf(draft).input.alternatives).toEqual([{ name: 'Train', url: 'https://train.example', note: null }])
  })

  it('the text beside the buttons names the row with the problem', () => {
    const draft = {
      ...fullDraft(),
      actions: [{ key: 'a', text: 'x'.repeat(281) }],
      alternatives: [
        { key: 'b', name: 'Train', url: '', note: '' },
        { key: 'c', name: '', url: '', note: 'Runs at night' },
      ],
    }
    expect(problemsOf(draft).map(neededText)).toEqual([
      'Action 1: An action must be 280 characters or fewer.',
      'Alternative 2: Name this alternative, or clear its website and note.',
    ])
  })

  it('blank rows are not sent, and problems are shown at their row on screen', () => {
    const draft = {
      ...fullDraft(),
      alternatives: [
        { key: 'a', name: ' ', url: '', note: ' ' },
        { key: 'b', name: 'Train', url: 'nonsense', note: '' },
      ],
    }
    expect(requestOf(draft).input.alternatives).toEqual([{ name: 'Train', url: 'nonsense', note: null }])
    expect(problemsOf(draft)).toEqual([{ field: 'alternatives.1.url', code: 'URL_INVALID' }])
  })
})

describe('refusals', () => {
  const refused = (fields: Record<string, string>) => Object.assign(new Error('refused'), { code: Object.values(fields)[0], status: 422, data: { fields } })

  it('open the step that contains the field, the first step first', () => {
    const request = requestOf(fullDraft())
    expect(failureOf(refused({ spend: 'SPEND_INVALID', cover: 'COVER_UNKNOWN', title: 'TITLE_TOO_LONG' }), request)).toEqual({
      kind: 'fields',
      problems: [
        { field: 'title', code: 'TITLE_TOO_LONG' },
        { field: 'spend', code: 'SPEND_INVALID' },
        { field: 'cover', code: 'COVER_UNKNOWN' },
      ],
    })
  })

  it.each([
    ['title', 1],
    ['target.name', 1],
    ['target.industry', 1],
    ['goal', 2],
    ['whyItMatters', 2],
    ['body', 2],
    ['causes', 2],
    ['actions', 3],
    ['actions.3', 3],
    ['alternatives.0.url', 3],
    ['productService', 4],
    ['spend', 4],
    ['durationBasis', 4],
    ['unit', 4],
    ['supportersGoal', 4],
    ['cover', 5],
    ['somethingNew', null],
  ])('%s is in step %s', (field, step) => expect(stepOf(field)).toBe(step))

  it('name the row on screen even after blank rows were left out', () => {
    const draft = {
      ...fullDraft(),
      actions: [
        { key: 'a', text: '' },
        { key: 'b', text: 'Cancel' },
      ],
    }
    const failure = failureOf(refused({ 'actions.0': 'ACTION_TOO_LONG' }), requestOf(draft))
    expect(failure).toEqual({ kind: 'fields', problems: [{ field: 'actions.1', code: 'ACTION_TOO_LONG' }] })
  })

  it('of unknown fields, and missing responses, are reported as general failures', () => {
    const request = requestOf(fullDraft())
    expect(failureOf(refused({ somethingNew: 'TITLE_TOO_LONG' }), request)).toEqual({ kind: 'other' })
    expect(failureOf(refused({ title: 'NEW_CODE' }), request)).toEqual({ kind: 'other' })
    expect(failureOf(new TypeError('Failed to fetch'), request)).toEqual({ kind: 'other' })
    expect(failureOf({ code: 'UNAUTHORIZED', status: 401 }, request)).toEqual({ kind: 'signed-out' })
    expect(failureOf({ code: 'IDEMPOTENCY_KEY_REUSED', status: 422 }, request)).toEqual({ kind: 'saved-before' })
  })
})

describe('stored progress', () => {
  it('is restored with its key', () => {
    const draft = fullDraft()
    const kept = { step: 6, key: 'one-key', draft }
    const back = restoreProgress(JSON.stringify(kept))
    expect({ step: back.step, key: back.key }).toEqual({ step: 6, key: 'one-key' })
    expect(requestOf(back.draft)).toEqual(requestOf(draft))
  })

  it('never opens a step after the first invalid one', () => {
    expect(restoreProgress(JSON.stringify({ step: 6, key: 'k', draft: { ...fullDraft(), causes: [] } })).step).toBe(2)
    expect(restoreProgress(JSON.stringify({ ...newProgress(), step: 5 })).step).toBe(1)
  })

  it('is replaced by a new campaign about a target only if it is empty; otherwise the person chooses', () => {
    const globex = progressAbout({
      kind: 'known',
      id: '01990000-0000-7000-8000-000000000001',
      slug: 'globex',
      name: 'Globex',
      industry: null,
      isVerified: true,
    })
    const other = progressAbout({
      kind: 'known',
      id: '01990000-0000-7000-8000-000000000002',
      slug: 'initech',
      name: 'Initech',
      industry: null,
      isVerified: true,
    })
    const begun = { ...newProgress(), draft: fullDraft() }
    expect(startAbout(globex, null)).toBe(globex)
    expect(startAbout(globex, newProgress())).toBe(globex)
    expect(startAbout(globex, begun)).toBe(begun)
    expect(startAbout(other, begun)).toBeNull()
    expect(startAbout(globex, { ...begun, draft: { ...begun.draft, target: null } })).toBeNull()
  })

  it.each([
    [null],
    [''],
    ['{'],
    ['null'],
    ['[]'],
    ['{"draft":7,"step":"x","key":{}}'],
    ['{"draft":{"target":{"kind":"known"},"causes":[3,{"name":""}],"actions":[],"cover":{"id":"x","url":"https://elsewhere.example"}}}'],
  ])('starts blank if nothing usable is stored: %s', (stored) => {
    const { step, draft, key } = restoreProgress(stored)
    expect(step).toBe(1)
    expect(key).not.toBe('')
    expect(requestOf(draft)).toEqual(requestOf(blankDraft()))
  })

  it('is read without errors whatever is stored', () => {
    fc.assert(fc.property(fc.json(), (stored) => restoreProgress(stored).step >= 1))
    fc.assert(
      fc.property(
        fc.record({ draft: fc.object({ depthSize: 'small' }), step: fc.anything() }),
        (kept) => restoreProgress(JSON.stringify(kept)).draft.actions.length >= 1,
      ),
    )
  })
})

describe('a saved draft', () => {
  const saved: EditableCampaign = {
    id: '01990000-0000-7000-8000-000000000002',
    slug: null,
    status: 'draft',
    isFrozen: false,
    updatedAt: new Date('2026-11-21T10:00:00.123Z'),
    target: { name: 'Globex', websiteUrl: 'https://globex.example', industry: { id: null, name: 'Flying' } },
    title: 'No flights with Globex',
    summary: 'Pay the ground crews',
    whyItMatters: 'Because '.repeat(12).trim(),
    body: '',
    sources: [{ url: 'https://globex.example/pay', description: 'The pay of ground crews' }],
    causes: [{ id: null, name: 'Night work' }],
    actions: ['Cancel your booking', 'Tell them why'],
    alternatives: [{ name: 'The night train', url: null, note: 'Sleeper' }],
    impact: { mode: 'monetary', productService: 'Flights', spendCents: 2499, durationBasis: 'annual' },
    supportersGoal: 500,
    cover: null,
  }

  it('is opened as it would be saved again, at the review if it is complete', () => {
    const { draft, step, base } = progressFrom(saved)
    const { id: _id, slug: _slug, status: _status, isFrozen: _frozen, updatedAt: _at, cover: _cover, ...words } = saved
    expect(requestOf(draft).input).toEqual({
      ...words,
      target: { name: 'Globex', websiteUrl: 'https://globex.example', industry: { name: 'Flying' } },
      causes: [{ name: 'Night work' }],
      coverMediaId: null,
    })
    expect({ step, base }).toEqual({ step: 6, base: '2026-11-21T10:00:00.123Z' })
    expect(progressFrom({ ...saved, causes: [] }).step).toBe(2)
  })

  it('with the required fields only has the wizard’s default values', () => {
    const { draft } = progressFrom({ ...saved, target: null, actions: [], alternatives: [], impact: { mode: 'non_monetary', unit: 'trips' } })
    expect(draft).toMatchObject({ target: null, mode: 'non_monetary', unit: 'trips', spend: '1', durationBasis: 'monthly' })
    expect([draft.actions, draft.alternatives].map(({ length }) => length)).toEqual([1, 1])
  })

  it('is continued with the text stored in this browser, unless it was changed elsewhere: then the person chooses', () => {
    const opened = progressFrom(saved)
    const typed = { ...opened, draft: { ...opened.draft, goal: 'Typed here' } }
    expect(chosenProgress(opened, null)).toBe(opened)
    expect(chosenProgress(opened, typed)).toBe(typed)
    const later = progressFrom({ ...saved, summary: 'Written elsewhere', updatedAt: new Date('2026-11-21T11:00:00Z') })
    expect(chosenProgress(later, typed)).toBeNull()
    expect(chosenProgress(later, { ...typed, draft: { ...later.draft } })).toBe(later)
    expect(restoreProgress(JSON.stringify(typed)).base).toBe('2026-11-21T10:00:00.123Z')
  })

  it('is stored separately for each person', () => {
    const places = [null, 'one', 'two'].flatMap((draftId) => ['ada', 'bao'].map((personId) => progressName({ personId, draftId })))
    expect(new Set(places).size).toBe(6)
  })

  it.each([
    ['CAMPAIGN_CHANGED', 409, 'changed-elsewhere'],
    ['CAMPAIGN_NOT_DRAFT', 409, 'published-elsewhere'],
    ['NOT_FOUND', 404, 'deleted-elsewhere'],
  ])('%s is reported as its own kind of failure', (code, status, kind) => expect(failureOf({ code, status }, requestOf(fullDraft()))).toEqual({ kind }))
})

describe('typed names and addresses', () => {
  it.each([
    ['example.org', 'https://example.org'],
    [' example.org/a?b ', 'https://example.org/a?b'],
    ['http://example.org', 'http://example.org'],
    ['', ''],
    ['not a url', 'not a url'],
    ['nonsense', 'nonsense'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['ftp://example.org', 'ftp://example.org'],
    ['//example.org', 'https://example.org'],
  ])('"%s" becomes "%s"', (typed, address) => expect(withScheme(typed)).toBe(address))

  it('are compared regardless of case and accents', () => {
    expect(isSameName('  Nestlé ', 'NESTLE')).toBe(true)
    expect(isSameName('Nestle', 'Nest')).toBe(false)
  })
})
