// Limits of callers that the page /rules names, for browser and server.

/** Reports of one visitor's network within an hour. */
export const visitorReportsAnHour = 5
/** Claims of one person to speak for a company, within a day. */
export const companyClaimsADay = 20
