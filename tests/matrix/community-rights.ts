/**
 * People in different relations to one community. The member wrote its post and comment; moderator and admin are roles of the platform,
 * without a role in the community.
 */
export const communityActors = ['visitor', 'stranger', 'pending', 'banned', 'member', 'mod', 'owner', 'moderator', 'admin'] as const
export type CommunityActor = (typeof communityActors)[number]

/** The meaning of each word. Except for `sees` and `yes`, the response must contain no content of the community. */
export const communityWords = {
  yes: { status: 200, code: null, means: 'may' },
  sees: { status: 200, code: null, means: 'gets the content' },
  blank: { status: 200, code: null, means: 'gets a response without the content' },
  named: { status: 200, code: null, means: 'gets a response that names the community' },
  unnamed: { status: 200, code: null, means: 'gets a response that does not name the community' },
  silent: { status: 200, code: null, means: 'may subscribe, and receives no events of it' },
  signed: { status: 302, code: null, means: 'is redirected to a signed URL, as a member' },
  'sign-in': { status: 401, code: 'UNAUTHORIZED', means: 'must sign in' },
  members: { status: 403, code: 'MEMBERS_ONLY', means: 'must join first' },
  'no-mod': { status: 403, code: 'MODERATORS_ONLY', means: 'is neither owner nor mod' },
  'no-owner': { status: 403, code: 'OWNER_ONLY', means: 'is not the owner' },
  others: { status: 403, code: 'FORBIDDEN', means: 'learns that it exists and belongs to somebody else' },
  barred: { status: 403, code: 'BANNED', means: 'is banned' },
  stays: { status: 409, code: 'OWNER_STAYS', means: 'owns it and cannot leave' },
  none: { status: 404, code: 'NOT_FOUND', means: 'gets the response for an object that does not exist, byte for byte' },
  nowhere: { status: 404, code: null, means: 'requests an address that does not exist yet' },
} as const
export type CommunityWord = keyof typeof communityWords

/** Every operation on a community and its content, and every other way to read them. All actors are tested through /api/v1, some also through /rpc. */
export const communityTable = `
operation                    where     visitor  stranger  pending   banned    member    mod       owner     moderator  admin

# The community
communities.get              public    sees     sees      sees      sees      sees      sees      sees      sees       sees
                             private   blank    blank     blank     blank     sees      sees      sees      blank      blank
communities.list             both      blank    blank     blank     blank     blank     blank     blank     blank      blank
communities.trending         both      blank    blank     blank     blank     blank     blank     blank     blank      blank
communities.tags             both      blank    blank     blank     blank     blank     blank     blank     blank      blank
communities.mine             both      sign-in  unnamed   unnamed   unnamed   named     named     unnamed   unnamed    unnamed
communities.ofPerson         public    named    named     named     named     named     named     named     named      named
                             private   unnamed  unnamed   unnamed   unnamed   named     named     named     unnamed    unnamed
communities.update           both      sign-in  no-owner  no-owner  no-owner  no-owner  no-owner  yes       no-owner   no-owner
communities.remove           both      sign-in  no-owner  no-owner  no-owner  no-owner  no-owner  yes       no-owner   no-owner
communities.moderate         both      sign-in  others    others    others    others    others    others    yes        yes
communities.join             both      sign-in  yes       yes       barred    yes       yes       yes       yes        yes
communities.leave            both      sign-in  yes       yes       yes       yes       yes       stays     yes        yes

# Its people
communityMembers.list        public    sees     sees      sees      sees      sees      sees      sees      sees       sees
                             private   members  members   members   members   sees      sees      sees      members    members
communityMembers.setRole     both      sign-in  no-owner  no-owner  no-owner  no-owner  no-owner  yes       no-owner   no-owner
communityMembers.remove      both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.transfer    both      sign-in  no-owner  no-owner  no-owner  no-owner  no-owner  yes       no-owner   no-owner
communityMembers.ban         both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.unban       both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.mute        both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.unmute      both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.muted       both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.banned      both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.requests    both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.approve     private   sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.decline     private   sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.invites     both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.invite      both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityMembers.withdraw    both      sign-in  none      none      none      none      yes       yes       none       none

# Posts
communityPosts.list          public    sees     sees      sees      sees      sees      sees      sees      sees       sees
                             private   members  members   members   members   sees      sees      sees      members    members
communityPosts.get           public    sees     sees      sees      sees      sees      sees      sees      sees       sees
                             private   none     none      none      none      sees      sees      sees      none       none
communityPosts.post          both      sign-in  members   members   members   yes       yes       yes       members    members
communityPosts.edit          public    sign-in  others    others    others    yes       others    others    others     others
                             private   sign-in  none      none      none      yes       others    others    none       none
communityPosts.mark          public    sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
                             private   sign-in  none      none      none      no-mod    yes       yes       none       none
communityPosts.remove        public    sign-in  others    others    others    yes       yes       yes       others     others
                             private   sign-in  none      none      none      yes       yes       yes       none       none
communityPosts.moderate      public    sign-in  others    others    others    others    others    others    yes        yes
                             private   sign-in  none      none      none      others    others    others    none       none
communityPosts.like          public    sign-in  members   members   members   yes       yes       yes       members    members
                             private   sign-in  none      none      none      yes       yes       yes       none       none
communityPosts.unlike        public    sign-in  members   members   members   yes       yes       yes       members    members
                             private   sign-in  none      none      none      yes       yes       yes       none       none

# Reports
communityReports.list        both      sign-in  none      none      none      none      sees      sees      none       none
communityReports.context     both      sign-in  none      none      none      none      yes       yes       none       none
communityReports.decide      both      sign-in  none      none      none      none      yes       yes       none       none

# Comments on posts
comments.listOfPost          public    sees     sees      sees      sees      sees      sees      sees      sees       sees
                             private   none     none      none      none      sees      sees      sees      none       none
comments.get                 public    sees     sees      sees      sees      sees      sees      sees      sees       sees
                             private   none     none      none      none      sees      sees      sees      none       none
comments.thread              public    yes      yes       yes       yes       yes       yes       yes       yes        yes
                             private   none     none      none      none      yes       yes       yes       none       none
comments.postToPost          public    sign-in  members   members   members   yes       yes       yes       members    members
                             private   sign-in  none      none      none      yes       yes       yes       none       none
comments.edit                public    sign-in  others    others    others    yes       others    others    others     others
                             private   sign-in  none      none      none      yes       others    others    none       none
comments.remove              public    sign-in  others    others    others    yes       yes       yes       others     others
                             private   sign-in  none      none      none      yes       yes       yes       none       none
comments.likePostComment     public    sign-in  members   members   members   yes       yes       yes       members    members
                             private   sign-in  none      none      none      yes       yes       yes       none       none
comments.unlikePostComment   public    sign-in  members   members   members   yes       yes       yes       members    members
                             private   sign-in  none      none      none      yes       yes       yes       none       none
comments.list by the post    both      none     none      none      none      none      none      none      none       none
comments.like                both      sign-in  none      none      none      none      none      none      none       none
comments.unlike              both      sign-in  none      none      none      none      none      none      none       none

# Campaigns
communityCampaigns.list      public    sees     sees      sees      sees      sees      sees      sees      sees       sees
                             private   members  members   members   members   sees      sees      sees      members    members
communityCampaigns.link      both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityCampaigns.unlink    both      sign-in  no-mod    no-mod    no-mod    no-mod    yes       yes       no-mod     no-mod
communityCampaigns.behind    public    named    named     named     named     named     named     named     named      named
                             private   unnamed  unnamed   unnamed   unnamed   named     named     named     unnamed    unnamed

# Other ways to read
search.preview               both      blank    blank     blank     blank     blank     blank     blank     blank      blank
search.find                  both      blank    blank     blank     blank     blank     blank     blank     blank      blank
search.tags                  both      blank    blank     blank     blank     blank     blank     blank     blank      blank
profiles.get                 private   blank    blank     blank     blank     blank     blank     blank     blank      blank
profiles.campaigns           private   blank    blank     blank     blank     blank     blank     blank     blank      blank
profiles.pledges             private   blank    blank     blank     blank     blank     blank     blank     blank      blank
dashboard.get                private   sign-in  blank     blank     blank     blank     blank     blank     blank      blank
settings.export              private   sign-in  blank     blank     blank     yes       yes       yes       blank      blank
/sitemap.xml                 both      blank    blank     blank     blank     blank     blank     blank     blank      blank
/sitemaps/communities-1.xml  private   blank    blank     blank     blank     blank     blank     blank     blank      blank
picture of the post          public    yes      yes       yes       yes       yes       yes       yes       yes        yes
picture, plain URL           private   none     none      none      none      signed    signed    signed    none       none
picture, expired signature   private   none     none      none      none      signed    signed    signed    none       none
picture, signed URL          private   none     none      none      none      yes       yes       yes       none       none
picture, other’s signature   private   none     none      none      none      signed    signed    signed    none       none
live community               public    yes      yes       yes       yes       yes       yes       yes       yes        yes
                             private   silent   silent    silent    silent    yes       yes       yes       silent     silent
live post                    public    yes      yes       yes       yes       yes       yes       yes       yes        yes
                             private   silent   silent    silent    silent    yes       yes       yes       silent     silent
notifications                public    sign-in   sees      sees      sees      sees      sees      sees      sees       sees
                             private   sign-in   blank     blank     blank     sees      sees      sees      blank      blank
notifications counted        public    sign-in   sees      sees      sees      sees      sees      sees      sees       sees
                             private   sign-in   blank     blank     blank     sees      sees      sees      blank      blank
notifications live           public    silent    sees      sees      sees      sees      sees      sees      sees       sees
                             private   silent    blank     blank     blank     sees      sees      sees      blank      blank
feed of the community        both      nowhere  nowhere   nowhere   nowhere   nowhere   nowhere   nowhere   nowhere    nowhere
feed of all                  both      nowhere  nowhere   nowhere   nowhere   nowhere   nowhere   nowhere   nowhere    nowhere
`
