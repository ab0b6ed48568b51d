/** The wizard's address for a new campaign or a saved draft. */
export const pathOf = (draftId: string | null) => (draftId === null ? '/campaigns/create' : `/campaigns/create?${new URLSearchParams({ draft: draftId })}`)
