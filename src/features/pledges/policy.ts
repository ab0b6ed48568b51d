/** Whether a campaign takes pledges. The button asks here, and whoever changes a status keeps the answer beside the counter (`is_open`). */
export const mayJoin = (campaign: { status: string }) => campaign.status === 'active'
