import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Button, buttonClass } from '#design/button.tsx'
import { Breadcrumb } from '#design/navigation.tsx'
import { TextField } from '#design/text-field.tsx'
import { useToast } from '#design/toasts.tsx'
import { UploadFailed } from '#features/media/ui/use-pictures.ts'
import { m } from '#messages'
import { refetchAfterMutation } from '#platform/client/mutation-effects.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { readSite } from '#platform/client/site.ts'
import type { Community } from '../contract.ts'
import { communityLimits } from '../terms.ts'
import { api } from './api.ts'
import { CommunityFields } from './community-fields.tsx'
import { DeleteCommunity } from './delete-community.tsx'
import { FormFailure } from './form-failure.tsx'
import { privacyIn, textsOf, wordsIn } from './form-texts.ts'
import { useForm } from './use-form.ts'
import type { OnePicture } from './use-picture.ts'

type EditProps = { community: Community; inside: NonNullable<Community['inside']>; personId: string }

/** The form for all fields that the owner may change: every field except the slug. */
export function EditPage({ community, inside, personId }: EditProps) {
  const { id, slug, name, privacy, logoUrl } = community
  const queryClient = useQueryClient()
  const { history } = useRouter()
  const toast = useToast()
  const place = `community.edit.${id}.${personId}`
  const { form, texts, change, errors, isBusy, failure, logo, banner, clear, submit } = useForm({
    place,
    blank: textsOf(community, inside),
    isNew: false,
    failed: m.communities_edit_failed,
  })

  async function save() {
    const [newLogo, newBanner] = [await sent(logo), await sent(banner)]
    // The picture field shows the error. Nothing was saved, and the form keeps its values for another try.
    if (newLogo === 'failed' || newBanner === 'failed') return
    const next = privacyIn(texts)
    const pictures = { ...(newLogo === undefined ? {} : { logoMediaId: newLogo }), ...(newBanner === undefined ? {} : { bannerMediaId: newBanner }) }
    await api.update.call({ id, ...wordsIn(texts), ...pictures, ...(next === privacy ? {} : { privacy: next }) })
    clear()
    await refetchAfterMutation(queryClient)
    toast({ text: m.communities_edit_saved(), tone: 'victory', seconds: 3 })
    history.push(`/communities/${slug}`)
  }

  return (
    <div className="page-column py-8 md:py-12">
      <Breadcrumb
        trail={[
          <a key="communities" href="/communities">
            {m.communities_title()}
          </a>,
          <a key="community" dir="auto" href={`/communities/${slug}`}>
            {name}
          </a>,
        ]}
        current={m.communities_edit()}
      />
      <h1 dir="auto" className="type-title mt-2 text-4xl [overflow-wrap:anywhere]">
        {m.communities_edit_title({ name })}
      </h1>
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit(save)
        }}
        className="mt-8 flex max-w-form flex-col gap-10"
      >
        <CommunityFields
          texts={texts}
          change={change}
          errors={errors}
          isBusy={isBusy}
          logo={logo}
          banner={banner}
          saved={{ logoUrl, banner: inside.banner, isPrivate: privacy === 'private' }}
        >
          <TextField
            name="name"
            dir="auto"
            required
            autoComplete="off"
            label={m.communities_form_name()}
            hint={
              <span className="[overflow-wrap:anywhere]">{m.communities_edit_slug({ address: `${new URL(readSite().origin).host}/communities/${slug}` })}</span>
            }
            count={{ max: communityLimits.name }}
            value={texts.name}
            onChange={({ target }) => change({ name: target.value })}
            error={errors.name}
            readOnly={isBusy}
          />
        </CommunityFields>
        <FormFailure text={failure} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" size="lg" pending={isBusy}>
            {m.communities_edit_submit()}
          </Button>
          <a href={`/communities/${slug}`} onClick={() => clear()} className={buttonClass({ size: 'lg', tone: 'quiet' })}>
            {m.design_cancel()}
          </a>
        </div>
      </form>
      <DeleteCommunity id={id} name={name} />
    </div>
  )
}

/** Uploads the chosen picture and returns its id: null if the saved one should be removed, undefined if nothing changed. */
async function sent(picture: OnePicture): Promise<string | null | undefined | 'failed'> {
  try {
    return await picture.upload()
  } catch (error) {
    if (!(error instanceof UploadFailed)) throw error
    if (refusalOf(error.cause)?.code === 'UNAUTHORIZED') throw error.cause
    picture.refuse(error.message)
    return 'failed'
  }
}
