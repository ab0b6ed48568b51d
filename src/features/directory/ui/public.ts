export { GroupList, GroupListFailed, GroupListLoading, loadGroupList } from './group-list.tsx'
