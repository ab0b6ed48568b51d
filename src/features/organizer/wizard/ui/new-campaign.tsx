import { useEffect, useState } from 'react'
import { Button } from '#design/button.tsx'
import { PageSpinner } from '#design/spinner.tsx'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { TargetChoice } from '../draft.ts'
import { newProgress, type Progress, progressAbout, progressName, startAbout } from '../progress.ts'
import { api } from './api.ts'
import { knownTarget } from './target-named.ts'
import { kept } from './use-kept.ts'
import { Wizard } from './wizard.tsx'

type Start = { chosen: Progress } | { begun: Progress; fresh: Progress }

/** Earlier input is stored only in the browser, so the server renders a spinner. */
export function NewCampaign({ personId, slug }: { personId: string; slug: string | undefined }) {
  const [start, setStart] = useState<Start | null>(null)
  useEffect(() => {
    let isLeft = false
    void targetOf(slug).then((target) => isLeft || setStart(startOf(personId, target)))
    return () => {
      isLeft = true
    }
  }, [personId, slug])
  if (start && 'chosen' in start) return <Wizard place={{ personId, draftId: null }} subject={null} start={start.chosen} />
  if (start) return <StartChoice {...start} onChoose={(chosen) => setStart({ chosen })} />
  return <PageSpinner />
}

function startOf(personId: string, target: TargetChoice | null): Start {
  const begun = kept(progressName({ personId, draftId: null }))
  if (target === null) return { chosen: begun ?? newProgress() }
  const fresh = progressAbout(target)
  const chosen = startAbout(fresh, begun)
  return chosen || !begun ? { chosen: chosen ?? fresh } : { begun, fresh }
}

/** The target with a slug. Null also if the request fails, since the first step can still choose one. */
async function targetOf(slug: string | undefined): Promise<TargetChoice | null> {
  if (slug === undefined) return null
  try {
    return knownTarget(await api.targets.get.call({ slug }))
  } catch {
    return null
  }
}

type ChoiceProps = { begun: Progress; fresh: Progress; onChoose: (start: Progress) => void }

/** Offers a choice, so that earlier input is not discarded without consent. */
function StartChoice({ begun, fresh, onChoose }: ChoiceProps) {
  const target = fresh.draft.target?.name ?? ''
  return (
    <EmptyState
      className="mt-6"
      title={m.wizard_begun(nouns)}
      action={
        <>
          <Button tone="primary" onClick={() => onChoose(begun)}>
            {m.wizard_begun_go_on()}
          </Button>
          <Button onClick={() => onChoose(fresh)}>{m.wizard_begun_anew({ target })}</Button>
        </>
      }
    >
      {m.wizard_begun_text({ target })}
    </EmptyState>
  )
}
