/**
 * The rows of communities, in the form of the table in rights.ts. The creator owns the communities and created their links, the author is a
 * member and wrote their posts, all others are strangers. The other relations to a community are tested in communities.test.ts.
 */
export const communityTable = `
operation                  thing            visitor    unconfirmed  stranger  supporter  author    creator   moderator  admin     suspended

# Communities
communities.list           -                yes        yes          yes       yes        yes       yes       yes        yes       yes
communities.trending       -                yes        yes          yes       yes        yes       yes       yes        yes       yes
communities.tags           -                yes        yes          yes       yes        yes       yes       yes        yes       yes
communities.get            public           yes        yes          yes       yes        yes       yes       yes        yes       yes
                           private          yes        yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none       none         none      none       none      none      none       none      none
communities.slug           -                sign-in    yes          yes       yes        yes       yes       yes        yes       sign-in
communities.create         -                sign-in    confirm      yes       yes        yes       yes       yes        yes       sign-in
communities.mine           -                sign-in    yes          yes       yes        yes       yes       yes        yes       sign-in
communities.update         public           sign-in    no-owner     no-owner  no-owner   no-owner  yes       no-owner   no-owner  sign-in
                           private          sign-in    no-owner     no-owner  no-owner   no-owner  yes       no-owner   no-owner  sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communities.remove         public           sign-in    no-owner     no-owner  no-owner   no-owner  yes       no-owner   no-owner  sign-in
                           private          sign-in    no-owner     no-owner  no-owner   no-owner  yes       no-owner   no-owner  sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communities.moderate       public           sign-in    others       others    others     others    others    yes        yes       sign-in
                           private          sign-in    others       others    others     others    others    yes        yes       sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communities.join           public           sign-in    confirm      yes       yes        yes       yes       yes        yes       sign-in
                           private          sign-in    confirm      yes       yes        yes       yes       yes        yes       sign-in
                           absent           sign-in    confirm      none      none       none      none      none       none      sign-in
communities.leave          public           sign-in    yes          yes       yes        yes       stays     yes        yes       sign-in
                           private          sign-in    yes          yes       yes        yes       stays     yes        yes       sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communities.ofPerson       member           yes        yes          yes       yes        yes       yes       yes        yes       yes
                           left             yes        yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none       none         none      none       none      none      none       none      none
communityMembers.list      public           yes        yes          yes       yes        yes       yes       yes        yes       yes
                           private          members    members      members   members    yes       yes       members    members   members
                           absent           none       none         none      none       none      none      none       none      none
communityMembers.setRole   a member         sign-in    no-owner     no-owner  no-owner   no-owner  yes       no-owner   no-owner  sign-in
                           private, a member  sign-in    no-owner     no-owner  no-owner   no-owner  yes       no-owner   no-owner  sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.remove    a member         sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private, a member  sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.transfer  a member         sign-in    no-owner     no-owner  no-owner   no-owner  yes       no-owner   no-owner  sign-in
                           private, a member  sign-in    no-owner     no-owner  no-owner   no-owner  yes       no-owner   no-owner  sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.ban       a member         sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private, a member  sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.unban     banned           sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private, banned  sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.mute      a member         sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private, a member  sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.unmute    a member         sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private, a member  sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.muted     public           sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private          sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.banned    public           sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private          sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.requests  public           sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private          sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.invites   public           sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private          sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.invite    public           sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private          sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.approve   request          sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.decline   request          sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityMembers.withdraw  invite           sign-in    none         none      none       none      yes       none       none      sign-in
                           private, invite  sign-in    none         none      none       none      yes       none       none      sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityPosts.list        public           yes        yes          yes       yes        yes       yes       yes        yes       yes
                           private          members    members      members   members    yes       yes       members    members   members
                           absent           none       none         none      none       none      none      none       none      none
communityPosts.get         post             yes        yes          yes       yes        yes       yes       yes        yes       yes
                           private, post    none       none         none      none       yes       yes       none       none      none
                           absent           none       none         none      none       none      none      none       none      none
communityPosts.post        public           sign-in    confirm      members   members    yes       yes       members    members   sign-in
                           private          sign-in    confirm      members   members    yes       yes       members    members   sign-in
                           absent           sign-in    confirm      none      none       none      none      none       none      sign-in
communityPosts.edit        post             sign-in    others       others    others     yes       others    others     others    sign-in
                           private, post    sign-in    none         none      none       yes       others    none       none      sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityPosts.mark        post             sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private, post    sign-in    none         none      none       no-mod    yes       none       none      sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityPosts.remove      post             sign-in    others       others    others     yes       yes       others     others    sign-in
                           private, post    sign-in    none         none      none       yes       yes       none       none      sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityPosts.moderate    post             sign-in    others       others    others     others    others    yes        yes       sign-in
                           private, post    sign-in    none         none      none       others    others    none       none      sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityPosts.like        post             sign-in    confirm      members   members    yes       yes       members    members   sign-in
                           private, post    sign-in    confirm      none      none       yes       yes       none       none      sign-in
                           absent           sign-in    confirm      none      none       none      none      none       none      sign-in
communityPosts.unlike      post             sign-in    members      members   members    yes       yes       members    members   sign-in
                           private, post    sign-in    none         none      none       yes       yes       none       none      sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityReports.list      public           sign-in    none         none      none       none      yes       none       none      sign-in
                           private          sign-in    none         none      none       none      yes       none       none      sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityReports.context   reported post    sign-in    none         none      none       none      yes       none       none      sign-in
                           private, reported  sign-in    none         none      none       none      yes       none       none      sign-in
                           absent           sign-in    none         none      none       none      none       none       none      sign-in
communityReports.decide    reported post    sign-in    none         none      none       none      yes       none       none      sign-in
                           private, reported  sign-in    none         none      none       none      yes       none       none      sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityCampaigns.list    public           yes        yes          yes       yes        yes       yes       yes        yes       yes
                           private          members    members      members   members    yes       yes       members    members   members
                           absent           none       none         none      none       none      none      none       none      none
communityCampaigns.link    public           sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private          sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityCampaigns.unlink  link             sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           private, link    sign-in    no-mod       no-mod    no-mod     no-mod    yes       no-mod     no-mod    sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in
communityCampaigns.behind  draft            none       none         none      none       none      yes       none       none      none
                           active           yes        yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes        yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes        yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none       none         none      none       none      none      none       none      none

# Comments and likes
comments.listOfPost        post             yes        yes          yes       yes        yes       yes       yes        yes       yes
                           private, post    none       none         none      none       yes       yes       none       none      none
                           absent           none       none         none      none       none      none      none       none      none
comments.postToPost        post             sign-in    confirm      members   members    yes       yes       members    members   sign-in
                           private, post    sign-in    confirm      none      none       yes       yes       none       none      sign-in
                           absent           sign-in    confirm      none      none       none      none      none       none      sign-in
comments.likePostComment   comment on a post  sign-in  confirm        members   members    yes       yes       members    members   sign-in
                           private, comment  sign-in   confirm       none      none       yes       yes       none       none      sign-in
                           absent           sign-in    confirm      none      none       none      none      none       none      sign-in
comments.unlikePostComment  comment on a post  sign-in    members      members   members    yes       yes       members    members   sign-in
                           private, comment  sign-in    none         none      none       yes       yes       none       none      sign-in
                           absent           sign-in    none         none      none       none      none      none       none      sign-in

# Pages
page /communities          -                yes        yes          yes       yes        yes       yes       yes        yes       yes
page /communities/create   -                to-auth    yes          yes       yes        yes       yes       yes        yes       to-auth
page /communities/{slug}   public           yes        yes          yes       yes        yes       yes       yes        yes       yes
                           private          yes        yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none       none         none      none       none      none      none       none      none
page /communities/{slug}/edit  public           to-auth    others       others    others     others    yes       others     others    to-auth
                           private          to-auth    others       others    others     others    yes       others     others    to-auth
                           absent           to-auth    none         none      none       none      none      none       none      to-auth

# Live stream
live community             public           yes        yes          yes       yes        yes       yes       yes        yes       yes
                           private          silent     silent       silent    silent     yes       yes       silent     silent    silent
                           absent           silent     silent       silent    silent     silent    silent    silent     silent    silent
live post                  post             yes        yes          yes       yes        yes       yes       yes        yes       yes
                           private, post    silent     silent       silent    silent     yes       yes       silent     silent    silent
                           absent           silent     silent       silent    silent     silent    silent    silent     silent    silent
`
