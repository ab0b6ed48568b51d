import { useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Button } from '#design/button.tsx'
import { TextField } from '#design/text-field.tsx'
import { useToast } from '#design/toasts.tsx'
import { uploadProblem } from '#features/media/ui/problem-text.ts'
import { UploadFailed } from '#features/media/ui/use-pictures.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { readSite } from '#platform/client/site.ts'
import { communityLimits } from '../terms.ts'
import { api } from './api.ts'
import { CommunityFields } from './community-fields.tsx'
import { FormFailure } from './form-failure.tsx'
import { blankTexts, privacyIn, wordsIn } from './form-texts.ts'
import { useForm } from './use-form.ts'
import type { OnePicture } from './use-picture.ts'
import { useSlugCheck, useSlugOf } from './use-slug.ts'

const untilRead = 86_400

/** The form for a new community. The community is created even if a picture cannot be uploaded; the next page reports that. */
export function CreatePage({ personId }: { personId: string }) {
  const { history } = useRouter()
  const toast = useToast()
  const made = useForm({ place: `community.create.${personId}`, blank: blankTexts, isNew: true, failed: m.communities_create_failed })
  const { form, texts, change, errors, isBusy, failure, logo, banner } = made
  const check = useSlugCheck(texts.slug)
  const follow = useSlugOf((slug) => change({ slug }))

  async function save() {
    const missed: string[] = []
    const pictures = {
      ...(await sent('logoMediaId', logo, (message) => missed.push(m.communities_created_without_logo({ message })))),
      ...(await sent('bannerMediaId', banner, (message) => missed.push(m.communities_created_without_banner({ message })))),
    }
    const words = { ...wordsIn(texts), slug: texts.slug, privacy: privacyIn(texts) }
    const create = (what: typeof words & Pictures) => api.create.call(what, { context: { idempotencyKey: made.keyFor(what) } })
    const { slug } = await create({ ...words, ...pictures }).catch((error: unknown) => {
      const { fields = {} } = refusalOf(error) ?? {}
      const isPicture = Object.keys(fields).length > 0 && Object.keys(fields).every((field) => field.endsWith('MediaId'))
      if (!isPicture) throw error
      if (fields.logoMediaId) missed.push(m.communities_created_without_logo({ message: m.media_gone() }))
      if (fields.bannerMediaId) missed.push(m.communities_created_without_banner({ message: m.media_gone() }))
      return create({ ...words, ...Object.fromEntries(Object.entries(pictures).filter(([field]) => !(field in fields))) })
    })
    made.clear()
    history.push(`/communities/${slug}`)
    for (const text of missed) {
      toast({
        text,
        tone: 'problem',
        seconds: untilRead,
        action: { label: m.communities_created_try_again(), onPress: () => history.push(`/communities/${slug}/edit`) },
      })
    }
    if (missed.length === 0) toast({ text: m.communities_created({ name: texts.name.trim() }), tone: 'victory' })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void made.submit(save)
  }

  return (
    <div className="page-column py-8 md:py-12">
      <h1 className="type-title text-4xl">{m.communities_create_title()}</h1>
      <p className="mt-3 max-w-prose text-lg">{m.communities_create_lead(nouns)}</p>
      <form ref={form} method="post" noValidate onSubmit={submit} className="mt-8 flex max-w-form flex-col gap-10">
        <CommunityFields texts={texts} change={change} errors={errors} isBusy={isBusy} logo={logo} banner={banner} saved={null}>
          <TextField
            name="name"
            dir="auto"
            required
            autoComplete="off"
            label={m.communities_form_name()}
            count={{ max: communityLimits.name }}
            value={texts.name}
            onChange={({ target }) => {
              change({ name: target.value })
              if (texts.isSlugOwn === '') follow(target.value)
            }}
            error={errors.name}
            readOnly={isBusy}
          />
          <div className="flex flex-col gap-1">
            <TextField
              name="slug"
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              label={m.communities_form_slug()}
              hint={
                <span className="[overflow-wrap:anywhere]">
                  {m.communities_form_slug_hint({ origin: new URL(readSite().origin).host, slug: texts.slug || '…' })}
                  <span className="block">{m.communities_form_slug_later()}</span>
                </span>
              }
              count={{ max: communityLimits.slug }}
              value={texts.slug}
              // After the slug was cleared, it is derived from the name again.
              onChange={({ target }) => change({ slug: target.value, isSlugOwn: target.value === '' ? '' : 'yes' })}
              error={errors.slug ?? check.problem}
              readOnly={isBusy}
            />
            <p role="status" className="text-sm text-muted empty:hidden">
              {!errors.slug && check.isFree && m.communities_form_slug_free()}
            </p>
          </div>
        </CommunityFields>
        <FormFailure text={failure} />
        <div>
          <Button type="submit" tone="primary" size="lg" pending={isBusy}>
            {m.communities_create_submit()}
          </Button>
        </div>
      </form>
    </div>
  )
}

type Pictures = { logoMediaId?: string; bannerMediaId?: string }

/** Uploads a picture and returns its id under `field`. Returns an empty object without a picture, and after a failed upload, which it reports to `onMissed`. */
async function sent(field: keyof Pictures, picture: OnePicture, onMissed: (message: string) => void): Promise<Pictures> {
  try {
    const id = await picture.upload()
    return id ? { [field]: id } : {}
  } catch (error) {
    const cause = error instanceof UploadFailed ? error.cause : error
    // The session has ended, so that creating the community would fail too.
    if (refusalOf(cause)?.code === 'UNAUTHORIZED') throw cause
    onMissed(uploadProblem(cause))
    return {}
  }
}
