const nothingSaved = 'It could not be stored, so nothing was saved. Try again.'

/** Refusals for a database failure while saving or publishing, by the step that failed. */
export const stepFailures = {
  CAMPAIGN_FAILED: { status: 500, message: `Failed to create campaign: ${nothingSaved}` },
  TARGET_FAILED: { status: 500, message: `Failed to create target: ${nothingSaved}` },
  INDUSTRY_FAILED: { status: 500, message: `Failed to create industry: ${nothingSaved}` },
  CAUSE_FAILED: { status: 500, message: `Failed to create cause: ${nothingSaved}` },
  CAUSE_LINK_FAILED: { status: 500, message: `Failed to link cause: ${nothingSaved}` },
  SOURCE_FAILED: { status: 500, message: `Failed to add source: ${nothingSaved}` },
  ACTION_FAILED: { status: 500, message: `Failed to add action: ${nothingSaved}` },
  ALTERNATIVE_FAILED: { status: 500, message: `Failed to add alternative: ${nothingSaved}` },
} as const
export type StepFailure = keyof typeof stepFailures

/** The creator's row in `person` is missing. */
export const profileGone = {
  PROFILE_INCOMPLETE: { status: 409, message: 'Your profile is not fully set up. Please refresh the page and try again.' },
} as const
