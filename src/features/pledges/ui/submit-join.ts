import { joinAction, joinFields } from '../terms.ts'

type Press = { campaignId: string; isPrivate: boolean }

/** Submits the visitors' Join form for a person whose session ended while the page was open, so that they have joined after signing in. */
export function submitJoin({ campaignId, isPrivate }: Press): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = joinAction(campaignId)
  form.hidden = true
  const { pathname, search } = window.location
  const fields = { [joinFields.isShown]: isPrivate ? 'no' : 'yes', [joinFields.returnTo]: `${pathname}${search}`, [joinFields.isKnown]: 'yes' }
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
