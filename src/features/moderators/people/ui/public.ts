export { type PeopleSearch, peoplePages, roleChanges, signUps } from './api.ts'
export { PeopleFailed, PeopleLoading, PeoplePage } from './people-page.tsx'
