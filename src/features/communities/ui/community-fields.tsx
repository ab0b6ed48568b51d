import { Globe, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#design/avatar.tsx'
import { cx } from '#design/classes.ts'
import { MarkdownHelp } from '#design/markdown-help.tsx'
import { RadioGroup } from '#design/radio-group.tsx'
import { SwitchField } from '#design/switch-field.tsx'
import { TextArea, TextField } from '#design/text-field.tsx'
import type { Picture } from '#features/media/contract.ts'
import { StoredPicture } from '#features/media/ui/stored-picture.tsx'
import { m } from '#messages'
import { communityLimits, linkNames } from '../terms.ts'
import { type FormTexts, privacyIn, rowsIn } from './form-texts.ts'
import { PictureChoice } from './picture-choice.tsx'
import { QuickLinksField } from './quick-links-field.tsx'
import type { OnePicture } from './use-picture.ts'

type FieldsProps = {
  texts: FormTexts
  change: (changed: Partial<FormTexts>) => void
  errors: Record<string, string>
  isBusy: boolean
  logo: OnePicture
  banner: OnePicture
  /** The stored values; null for a new community. */
  saved: { logoUrl: string | null; banner: Picture | null; isPrivate: boolean } | null
  /** The name field and, for a new community, the slug field. */
  children: ReactNode
}

export function CommunityFields({ texts, change, errors, isBusy, logo, banner, saved, children }: FieldsProps) {
  const field = (name: 'description' | 'rules' | 'tags') => ({
    name,
    dir: 'auto' as const,
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    error: errors[name],
    readOnly: isBusy,
  })
  return (
    <>
      <Part title={m.communities_form_basics()}>
        {children}
        <TextArea
          {...field('description')}
          required
          rows={5}
          label={m.communities_form_description()}
          hint={m.communities_form_description_hint()}
          count={{ max: communityLimits.description }}
        />
        <div>
          <TextArea
            {...field('rules')}
            optional
            rows={6}
            label={m.communities_form_rules()}
            hint={m.communities_form_rules_hint()}
            count={{ max: communityLimits.rules }}
          />
          <MarkdownHelp />
        </div>
        <TextField {...field('tags')} optional label={m.communities_form_tags()} hint={m.communities_form_tags_hint()} />
      </Part>
      <Part title={m.communities_form_access()}>
        <Access texts={texts} change={change} errors={errors} wasPrivate={saved ? saved.isPrivate : null} />
      </Part>
      <Part title={m.communities_form_looks()}>
        <PictureChoice
          label={m.communities_form_logo()}
          hint={m.communities_form_logo_hint()}
          picture={logo}
          isSaved={saved?.logoUrl != null}
          error={errors.logoMediaId}
          disabled={isBusy}
        >
          {(preview) => <Avatar name={texts.name || m.communities_form_logo()} src={preview === undefined ? saved?.logoUrl : preview} size="lg" />}
        </PictureChoice>
        <PictureChoice
          label={m.communities_form_banner()}
          hint={m.communities_form_banner_hint()}
          picture={banner}
          isSaved={saved?.banner != null}
          error={errors.bannerMediaId}
          disabled={isBusy}
        >
          {(preview) => <BannerPreview preview={preview} saved={saved?.banner ?? null} />}
        </PictureChoice>
      </Part>
      <Part title={m.communities_form_elsewhere()}>
        <div className="grid gap-5 sm:grid-cols-2">
          {linkNames.map((name) => (
            <TextField
              key={name}
              name={`links.${name}`}
              type="url"
              inputMode="url"
              optional
              placeholder="https://"
              label={linkLabels[name]()}
              value={texts[name]}
              onChange={({ target }) => change({ [name]: target.value })}
              error={errors[`links.${name}`]}
              readOnly={isBusy}
            />
          ))}
        </div>
        <QuickLinksField rows={rowsIn(texts)} onChange={(rows) => change({ quickLinks: JSON.stringify(rows) })} errors={errors} readOnly={isBusy} />
      </Part>
    </>
  )
}

const linkLabels = {
  discord: m.communities_form_discord,
  twitter: m.communities_form_twitter,
  website: m.communities_form_website,
  instagram: m.communities_form_instagram,
} as const

type AccessProps = Pick<FieldsProps, 'texts' | 'change' | 'errors'> & {
  /** Null for a new community. */
  wasPrivate: boolean | null
}

function Access({ texts, change, errors, wasPrivate }: AccessProps) {
  const privacy = privacyIn(texts)
  const becomesPrivate = wasPrivate === false && privacy === 'private'
  return (
    <>
      {wasPrivate ? (
        <p className="flex max-w-prose gap-3">
          <Lock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          {m.communities_form_stays_private()}
        </p>
      ) : (
        <RadioGroup
          legend={m.communities_form_privacy()}
          name="privacy"
          value={privacy}
          onChange={(chosen) => change({ privacy: chosen })}
          error={errors.privacy}
          options={[
            { value: 'public', label: m.communities_form_public(), hint: m.communities_form_public_hint(), icon: <Globe className="size-4" /> },
            { value: 'private', label: m.communities_form_private(), hint: m.communities_form_private_hint(), icon: <Lock className="size-4" /> },
          ]}
        />
      )}
      {becomesPrivate && (
        <p role="status" className="border-s-4 border-ink ps-3 font-semibold">
          {m.communities_form_becomes_private()}
        </p>
      )}
      {privacy === 'private' && (
        <div className="border-y border-line">
          <SwitchField
            label={m.communities_form_approves()}
            hint={m.communities_form_approves_hint()}
            checked={texts.approvesMembers === 'yes'}
            onChange={(on) => change({ approvesMembers: on ? 'yes' : '' })}
          />
        </div>
      )}
    </>
  )
}

function BannerPreview({ preview, saved }: { preview: string | null | undefined; saved: Picture | null }) {
  const frame = 'aspect-[24/5] w-full max-w-form rounded-md border border-line'
  if (preview) return <img src={preview} alt="" className={cx(frame, 'object-cover')} />
  if (preview === undefined && saved) return <StoredPicture picture={saved} sizes="40rem" alt="" className={frame} />
  return <div className={cx(frame, 'border-dashed bg-sunk')} />
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5 border-t-2 border-ink pt-4">
      <h2 className="type-title text-xl">{title}</h2>
      {children}
    </section>
  )
}
