/** The wizard's address: empty, or with a saved draft. */
export const pathOf = (draftId: string | null) => (draftId === null ? '/campaigns/create' : `/campaigns/create?${new URLSearchParams({ draft: draftId })}`)
