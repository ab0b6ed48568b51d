import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button, buttonClass } from '#design/button.tsx'
import { Outcome } from '#design/outcome.tsx'
import { SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { TextField } from '#design/text-field.tsx'
import { filledIn, focusFirstProblem } from '#features/accounts/ui/form-parts.tsx'
import { accountTexts } from '#features/accounts/ui/problem-text.ts'
import { signInHref } from '#features/accounts/ui/sign-in-href.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { failureText } from '#platform/client/failure-text.ts'
import { fieldTexts } from '#platform/client/field-problem-texts.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { readSite } from '#platform/client/site.ts'
import { formatCount, fullDay } from '#platform/format.ts'
import { pledgeInFull } from '../../ui/api.ts'
import type { Receipt } from '../contract.ts'
import { api } from './api.ts'
import { isListed } from './is-listed.ts'

/** The viewer's own receipt. Only the browser asks for it, after the password. */
export function OwnReceipt({ campaign: { id, slug } }: { campaign: { id: string; slug: string } }) {
  const isSignedIn = readSite().viewer !== null
  const { data, error, refetch } = useQuery({ ...pledgeInFull(id), enabled: isSignedIn })
  if (!isSignedIn)
    return (
      <a href={signInHref(`/campaigns/${slug}/proof`)} className={buttonClass()}>
        {m.receipts_sign_in()}
      </a>
    )
  if (refusalOf(error)?.status === 404) return <p className="text-muted">{m.receipts_not_joined(nouns)}</p>
  if (error) return <ErrorState title={failureText(error)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={2} />
  if (data.receiptNeeds === 'confirmed_address' && !readSite().sendsMail) return <p className="max-w-prose">{m.receipts_no_mail()}</p>
  if (data.receiptNeeds === 'confirmed_address')
    return (
      <>
        <p className="max-w-prose">{m.receipts_confirm()}</p>
        <a href="/settings" className="link inline-flex min-h-11 items-center">
          {m.receipts_settings()}
        </a>
      </>
    )
  return <ReceiptForm campaignId={id} hasPassword={data.receiptNeeds === 'password'} />
}

function ReceiptForm({ campaignId, hasPassword }: { campaignId: string; hasPassword: boolean }) {
  const [shown, setShown] = useState<{ receipt: Receipt; isRight: boolean } | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isSending) return
    const password = hasPassword ? filledIn(form, 'password') : ''
    setErrors(hasPassword && password === '' ? { password: m.accounts_error_password_required() } : {})
    setProblem(null)
    if (hasPassword && password === '') return focusFirstProblem(form)
    setSending(true)
    try {
      const receipt = await api.show.call({ id: campaignId, password })
      setShown({ receipt, isRight: await isListed(receipt) })
    } catch (error) {
      const fields = fieldTexts(refusalOf(error)?.fields ?? {}, accountTexts)
      setErrors(fields)
      if (Object.keys(fields).length === 0) setProblem(failureText(error))
      focusFirstProblem(form)
    } finally {
      setSending(false)
    }
  }

  if (shown) return <ShownReceipt {...shown} />
  return (
    <form method="post" onSubmit={submit} noValidate className="flex max-w-form flex-col items-start gap-4">
      {hasPassword && (
        <TextField
          label={m.receipts_password()}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={errors.password}
          className="w-full"
        />
      )}
      <Button type="submit" pending={isSending}>
        {m.receipts_show()}
      </Button>
      <Outcome saved={null} problem={problem} />
    </form>
  )
}

function ShownReceipt({ receipt: { campaignId, secret, list, path }, isRight }: { receipt: Receipt; isRight: boolean }) {
  const total = formatCount(list?.pledges ?? 0)
  return (
    <div className="flex max-w-prose flex-col gap-3">
      {list && path ? (
        <Outcome
          saved={isRight ? m.receipts_listed({ day: fullDay(list.day), line: formatCount(path.index + 1), total }) : null}
          problem={isRight ? null : m.receipts_path_wrong()}
        />
      ) : (
        <p role="status">{list ? m.receipts_not_listed({ day: fullDay(list.day), ...nouns }) : m.receipts_no_leaves()}</p>
      )}
      <dl>
        <dt className="text-muted">{m.receipts_secret()}</dt>
        <dd className="font-mono [overflow-wrap:anywhere]">{secret}</dd>
        <dt className="mt-2 text-muted">{m.receipts_campaign()}</dt>
        <dd className="font-mono [overflow-wrap:anywhere]">{campaignId}</dd>
      </dl>
    </div>
  )
}
