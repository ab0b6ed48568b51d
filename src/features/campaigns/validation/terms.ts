const nothingSaved = 'It could not be stored, so nothing was saved. Try again.'

/** The steps of a save or publish, by the code and the message of the refusal when the store fails at one. */
export const stepFailures = {
  CAMPAIGN_FAILED: { status: 500, message: `Failed to create campaign: ${nothingSaved}` },
  TARGET_FAILED: { status: 500, message: `Failed to create target: ${nothingSaved}` },
  INDUSTRY_FAILED: { status: 500, message: `Failed to create industry: ${nothingSaved}` },
  CAUSE_FAILED: { status: 500, message: `Failed to create cause: ${nothingSaved}` },
  CAUSE_LINK_FAILED: { status: 500, message: `Failed to link cause: ${nothingSaved}` },
  ACTION_FAILED: { status: 500, message: `Failed to add action: ${nothingSaved}` },
  ALTERNATIVE_FAILED: { status: 500, message: `Failed to add alternative: ${nothingSaved}` },
} as const
export type StepFailure = keyof typeof stepFailures

/** The creator's own row is gone. */
export const profileGone = {
  PROFILE_INCOMPLETE: { status: 409, message: 'Your profile is not fully set up. Please refresh the page and try again.' },
} as const
