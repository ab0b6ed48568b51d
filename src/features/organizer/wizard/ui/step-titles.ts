import { m } from '#messages'

const titles = [m.wizard_step_target, m.wizard_step_story, m.wizard_step_actions, m.wizard_step_impact, m.wizard_step_cover, m.wizard_step_review] as const

/** The title of step 1 to 6. */
export const stepTitle = (step: number) => titles[step - 1]?.() ?? ''
