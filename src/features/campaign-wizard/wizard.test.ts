import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCents, parseCount } from './amounts.ts'
import { blankDraft, requestOf, type WizardDraft } from './draft.ts'
import { presets } from './presets.ts'
import { newProgress, restoreProgress } from './progress.ts'
import { failureOf, isRefusal } from './refusal.ts'
import { sameName } from './same-name.ts'
import { furthestStep, isStepValid, problemsOf, stepOf } from './steps.ts'
import { withScheme } from './web-address.ts'

function fullDraft(): WizardDraft {
  return {
    ...blankDraft(),
    target: { kind: 'known', id: '01990000-0000-7000-8000-000000000001', name: 'Globex', industry: null },
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

  it('has six presets, as specified', () => {
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
  it('a blank draft stops at the first step, a full one reaches the review', () => {
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
  ])('%s makes its own step invalid, and no other', (_, change, step) => {
    const problems = problemsOf({ ...fullDraft(), ...change })
    expect([1, 2, 3, 4, 5, 6].filter((each) => !isStepValid(each, problems))).toEqual([step])
  })

  it('blank rows are not sent, and problems stay at the row on screen', () => {
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

  it('lead to the step that holds the field, the first step first', () => {
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

  it('name the row on screen when blank rows before it were left out', () => {
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

  it('without a field that the wizard knows are something else, and so is silence', () => {
    const request = requestOf(fullDraft())
    expect(failureOf(refused({ somethingNew: 'TITLE_TOO_LONG' }), request)).toEqual({ kind: 'other' })
    expect(failureOf(refused({ title: 'NEW_CODE' }), request)).toEqual({ kind: 'other' })
    expect(failureOf(new TypeError('Failed to fetch'), request)).toEqual({ kind: 'other' })
    expect(failureOf({ code: 'UNAUTHORIZED', status: 401 }, request)).toEqual({ kind: 'signed-out' })
    expect(failureOf({ code: 'IDEMPOTENCY_KEY_REUSED', status: 422 }, request)).toEqual({ kind: 'saved-before' })
  })

  it('are told from silence, after which the server may have saved', () => {
    expect(isRefusal({ code: 'TITLE_TOO_LONG', status: 422 })).toBe(true)
    expect(isRefusal({ code: 'UNAVAILABLE', status: 503 })).toBe(false)
    expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false)
  })
})

describe('kept progress', () => {
  it('comes back as it was left, with its key', () => {
    const draft = fullDraft()
    const kept = { step: 6, key: 'one-key', draft }
    const back = restoreProgress(JSON.stringify(kept))
    expect({ step: back.step, key: back.key }).toEqual({ step: 6, key: 'one-key' })
    expect(requestOf(back.draft)).toEqual(requestOf(draft))
  })

  it('never opens a step beyond the first that is not valid', () => {
    expect(restoreProgress(JSON.stringify({ step: 6, key: 'k', draft: { ...fullDraft(), causes: [] } })).step).toBe(2)
    expect(restoreProgress(JSON.stringify({ ...newProgress(), step: 5 })).step).toBe(1)
  })

  it.each([
    [null],
    [''],
    ['{'],
    ['null'],
    ['[]'],
    ['{"draft":7,"step":"x","key":{}}'],
    ['{"draft":{"target":{"kind":"known"},"causes":[3,{"name":""}],"actions":[],"cover":{"id":"x","url":"https://elsewhere.example"}}}'],
  ])('starts blank where nothing usable is kept: %s', (stored) => {
    const { step, draft, key } = restoreProgress(stored)
    expect(step).toBe(1)
    expect(key).not.toBe('')
    expect(requestOf(draft)).toEqual(requestOf(blankDraft()))
  })

  it('reads whatever it finds without failing', () => {
    fc.assert(fc.property(fc.json(), (stored) => restoreProgress(stored).step >= 1))
    fc.assert(
      fc.property(
        fc.record({ draft: fc.object({ depthSize: 'small' }), step: fc.anything() }),
        (kept) => restoreProgress(JSON.stringify(kept)).draft.actions.length >= 1,
      ),
    )
  })
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

  it('are the same whatever case and accents', () => {
    expect(sameName('  Nestlé ', 'NESTLE')).toBe(true)
    expect(sameName('Nestle', 'Nest')).toBe(false)
  })
})
