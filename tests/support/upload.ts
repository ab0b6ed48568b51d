import { type Uploading, uploadedTo, uploadTo } from './http.ts'
import { type Person, theSite } from './site.ts'

/** Uploads a picture as this person and returns the response. */
export const upload = async (who: Person | null, given?: Uploading) => uploadTo((await theSite()).origin, who?.cookie, given)

export const uploaded = async (who: Person, given?: Uploading) => uploadedTo((await theSite()).origin, who.cookie, given)
