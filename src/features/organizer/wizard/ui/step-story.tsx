import { TextArea, TextField } from '#design/text-field.tsx'
import { limits } from '#features/campaigns/validation/terms.ts'
import { m } from '#messages'
import { Advice } from './advice.tsx'
import { CauseGrid } from './cause-grid.tsx'
import { Locked } from './locked.tsx'
import { SourceRows } from './source-rows.tsx'
import { bind, type StepProps } from './wizard-form.ts'

export function StepStory({ form, problemAt, frozen }: StepProps) {
  return (
    <>
      <form.Field name="goal">
        {(field) =>
          frozen ? (
            <Locked label={m.wizard_goal()} text={field.state.value} />
          ) : (
            <TextField
              {...bind(field)}
              label={m.wizard_goal()}
              hint={<Advice text={m.wizard_goal_hint()} example={m.wizard_goal_example()} typed={field.state.value} minimum={limits.goal.min} />}
              count={{ max: limits.goal.max, from: 0 }}
              error={problemAt('goal')}
              autoComplete="off"
            />
          )
        }
      </form.Field>
      <form.Field name="whyItMatters">
        {(field) => (
          <TextArea
            {...bind(field)}
            label={m.wizard_why()}
            hint={<Advice text={m.wizard_why_hint()} example={m.wizard_why_example()} typed={field.state.value} minimum={limits.whyItMatters.min} />}
            count={{ max: limits.whyItMatters.max }}
            error={problemAt('whyItMatters')}
            rows={6}
          />
        )}
      </form.Field>
      <SourceRows form={form} problemAt={problemAt} />
      <form.Field name="body">
        {(field) => (
          <TextArea
            {...bind(field)}
            label={m.wizard_body()}
            hint={<Advice text={m.wizard_body_hint()} example={m.wizard_body_example()} />}
            optional
            count={{ max: limits.body }}
            error={problemAt('body')}
            rows={5}
          />
        )}
      </form.Field>
      <form.Field name="causes">
        {(field) => <CauseGrid chosen={field.state.value} onChange={(causes) => field.handleChange(causes)} error={problemAt('causes')} />}
      </form.Field>
    </>
  )
}
