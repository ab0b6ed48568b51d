/** The people who send requests. The author wrote the table's comments and chat messages, the creator made its campaigns, drafts and pictures. */
export const actors = ['visitor', 'unconfirmed', 'stranger', 'supporter', 'author', 'creator', 'moderator', 'admin', 'suspended'] as const
export type Actor = (typeof actors)[number]

/** The HTTP status and error code of each word in the table. */
export const words = {
  yes: { status: 200, code: null, means: 'may' },
  'sign-in': { status: 401, code: 'UNAUTHORIZED', means: 'must sign in' },
  wrong: { status: 401, code: 'INVALID_CREDENTIALS', means: 'gets the same error for a wrong password and an unknown address' },
  barred: { status: 403, code: 'ACCOUNT_SUSPENDED', means: 'signs in with the right password of a suspended account' },
  others: { status: 403, code: 'FORBIDDEN', means: 'learns that it exists and belongs to somebody else' },
  none: { status: 404, code: 'NOT_FOUND', means: 'gets the response for an object that does not exist' },
  own: { status: 409, code: 'OWN_CONTENT', means: 'has written it, and cannot report it' },
  starter: { status: 409, code: 'CREATOR_STAYS', means: 'started the campaign, so the pledge stays connected' },
  oneself: { status: 409, code: 'YOURSELF', means: 'is the person' },
  confirm: { status: 403, code: 'CONFIRM_EMAIL_FIRST', means: 'must confirm the email address first' },
  ended: { status: 409, code: 'CAMPAIGN_NOT_ACTIVE', means: 'has the right, but the campaign is not active' },
  members: { status: 403, code: 'MEMBERS_ONLY', means: 'must join the community first' },
  'no-mod': { status: 403, code: 'MODERATORS_ONLY', means: 'is neither owner nor mod of the community' },
  'no-owner': { status: 403, code: 'OWNER_ONLY', means: 'does not own the community' },
  stays: { status: 409, code: 'OWNER_STAYS', means: 'owns the community and cannot leave it' },
  public: { status: 409, code: 'CAMPAIGN_NOT_DRAFT', means: 'has the right, but the campaign is not a draft' },
  unknown: { status: 422, code: 'COVER_UNKNOWN', means: 'gets the same error for another person’s picture and a missing one' },
  phrase: { status: 422, code: 'PHRASE_WRONG', means: 'may, with the right phrase' },
  counted: { status: 204, code: null, means: 'is counted as a page view, whoever it is' },
  silent: { status: 200, code: null, means: 'may subscribe, and receives no events of it' },
  'to-auth': { status: 307, code: null, means: 'is redirected to the sign-in page' },
  'to-admin': { status: 307, code: null, means: 'is redirected to the page that manages it' },
  'to-list': { status: 308, code: null, means: 'is redirected to the list at its own address' },
  'to-profile': { status: 301, code: null, means: 'is redirected to the canonical address of the profile' },
  'to-bell': { status: 303, code: null, means: 'may, and is redirected to the notifications; a visitor marks none' },
  'to-report': { status: 303, code: null, means: 'is redirected to the form, which shows the receipt or the problem' },
  'to-statement': { status: 303, code: null, means: 'is redirected to the statement of reasons, which shows the appeal or the problem' },
  'to-join': { status: 303, code: null, means: 'is redirected to sign-up or to the campaign’s page, and does not join by this request' },
  'to-home': { status: 307, code: null, means: 'is signed in already and redirected to the home page' },
} as const
export type Word = keyof typeof words

/** The things an operation can be about. Every operation is tested with all things of its kind. */
export const things = {
  '-': ['-'],
  campaign: ['draft', 'active', 'victory', 'archived', 'absent'],
  comment: ['comment', 'comment, ended', 'removed', 'in a draft', 'absent'],
  update: ['update', 'update, ended', 'told in a draft', 'absent'],
  message: ['message', 'message, ended', 'deleted', 'in a draft', 'absent'],
  thread: ['comment', 'comment, ended', 'in a draft', 'absent'],
  cover: ['no cover', 'own picture', 'foreign picture', 'absent picture'],
  picture: ['of a draft', 'of a campaign', 'of an update', 'of a comment', 'of a removed', 'of nothing', 'absent'],
  account: ['own', 'foreign', 'absent'],
  person: ['member', 'left', 'absent'],
  session: ['own', 'foreign', 'absent'],
  notification: ['own', 'foreign', 'absent'],
  target: ['target', 'absent'],
  industry: ['industry', 'absent'],
  cause: ['cause', 'absent'],
  community: ['public', 'private', 'absent'],
  membership: ['a member', 'private, a member', 'absent'],
  ban: ['banned', 'private, banned', 'absent'],
  request: ['request', 'absent'],
  invite: ['invite', 'private, invite', 'absent'],
  post: ['post', 'private, post', 'absent'],
  'post comment': ['comment on a post', 'private, comment', 'absent'],
  link: ['link', 'private, link', 'absent'],
  job: ['given up', 'absent'],
  ...{ invalidation: ['stopped', 'absent'], proposal: ['proposed', 'absent'] },
  'held group': ['held', 'absent'],
  'pledge in review': ['in review', 'absent'],
  'suspended person': ['suspended', 'absent'],
  suspension: ['suspension', 'absent'],
  'visitor’s report': ['mailed', 'absent'],
  ...{ case: ['open case', 'absent'], 'community case': ['reported post', 'private, reported', 'absent'] },
  ...{ decision: ['decision', 'absent'], appeal: ['appeal', 'absent'], entry: ['entry', 'absent'], merge: ['merge', 'absent'] },
  ...{ claim: ['own claim', 'absent'], 'company link': ['company link', 'absent'] },
  ...{ 'open claim': ['open claim', 'absent'], 'company statement': ['company statement', 'absent'] },
  'operators’ page': ['operators’ page', 'absent'],
  'moderation page': ['moderation page', 'absent'],
} as const
export type Kind = keyof typeof things

/** Hidden things: everybody but the actors in `but` gets the same response as for the thing in `like`. */
export const hidden: Readonly<Record<string, { like: string; but: readonly Actor[] }>> = {
  draft: { like: 'absent', but: ['creator'] },
  'in a draft': { like: 'absent', but: ['creator'] },
  'told in a draft': { like: 'absent', but: ['creator'] },
  'of a removed': { like: 'absent', but: ['author'] },
  removed: { like: 'absent', but: [] },
  deleted: { like: 'absent', but: [] },
  'of a draft': { like: 'absent', but: ['creator'] },
  'of nothing': { like: 'absent', but: ['creator'] },
  'foreign picture': { like: 'absent picture', but: [] },
  // In the table's communities the creator is the owner, and the author a member.
  'private, post': { like: 'absent', but: ['author', 'creator'] },
  'private, comment': { like: 'absent', but: ['author', 'creator'] },
  ...{ 'private, invite': { like: 'absent', but: ['creator'] }, 'private, reported': { like: 'absent', but: ['creator'] } },
  foreign: { like: 'absent', but: [] },
  'given up': { like: 'absent', but: ['admin'] },
  ...{ stopped: { like: 'absent', but: ['moderator', 'admin'] }, proposed: { like: 'absent', but: ['moderator', 'admin'] } },
  held: { like: 'absent', but: ['moderator', 'admin'] },
  decision: { like: 'absent', but: ['author'] },
  ...{ appeal: { like: 'absent', but: ['moderator', 'admin'] } },
  ...{ 'own claim': { like: 'absent', but: ['author'] }, 'company link': { like: 'absent', but: ['author'] } },
  ...{ 'open claim': { like: 'absent', but: ['moderator', 'admin'] }, entry: { like: 'absent', but: ['moderator', 'admin'] } },
  ...{ suspended: { like: 'absent', but: ['moderator', 'admin'] }, merge: { like: 'absent', but: ['moderator', 'admin'] } },
  'operators’ page': { like: 'absent', but: ['admin'] },
  'moderation page': { like: 'absent', but: ['moderator', 'admin'] },
}

/** The rights of every actor, for every operation and thing. `node scripts/rights.ts` generates docs/RIGHTS.md from it. */
export const table = `
operation                  thing            visitor   unconfirmed  stranger  supporter  author    creator   moderator  admin     suspended

# Blocked and muted people
blocks.list                -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
blocks.get                 member           sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           left             sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           absent           sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
blocks.set                 member           sign-in   yes          yes       yes        oneself   yes       yes        yes       sign-in
                           left             sign-in   none         none      none       none      none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
blocks.remove              member           sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           left             sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           absent           sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in

# Campaigns
campaigns.list             -                yes       yes          yes       yes        yes       yes       yes        yes       yes
campaigns.recentlyWon      -                yes       yes          yes       yes        yes       yes       yes        yes       yes
campaigns.mine             -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
campaigns.get              draft            none      none         none      none       none      yes       none       none      none
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
campaigns.create           no cover         sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           own picture      sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           foreign picture  sign-in   unknown      unknown   unknown    unknown   unknown   unknown    unknown   sign-in
                           absent picture   sign-in   unknown      unknown   unknown    unknown   unknown   unknown    unknown   sign-in
campaigns.publish          draft            sign-in   confirm      none      none       none      yes       none       none      sign-in
                           active           sign-in   confirm      none      none       none      yes       none       none      sign-in
                           victory          sign-in   confirm      none      none       none      public    none       none      sign-in
                           archived         sign-in   confirm      none      none       none      public    none       none      sign-in
                           absent           sign-in   confirm      none      none       none      none      none       none      sign-in
campaigns.update           draft            sign-in   none         none      none       none      yes       none       none      sign-in
                           active           sign-in   others       others    others     others    yes       others     others    sign-in
                           victory          sign-in   others       others    others     others    ended     others     others    sign-in
                           archived         sign-in   others       others    others     others    ended     others     others    sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
campaigns.editable         draft            sign-in   none         none      none       none      yes       none       none      sign-in
                           active           sign-in   others       others    others     others    yes       others     others    sign-in
                           victory          sign-in   others       others    others     others    ended     others     others    sign-in
                           archived         sign-in   others       others    others     others    ended     others     others    sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
campaigns.remove           draft            sign-in   none         none      none       none      yes       none       none      sign-in
                           active           sign-in   others       others    others     others    public    others     others    sign-in
                           victory          sign-in   others       others    others     others    public    others     others    sign-in
                           archived         sign-in   others       others    others     others    public    others     others    sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
campaigns.declareVictory   draft            sign-in   none         none      none       none      ended     none       none      sign-in
                           active           sign-in   others       others    others     others    yes       yes        yes       sign-in
                           victory          sign-in   others       others    others     others    yes       yes        yes       sign-in
                           archived         sign-in   others       others    others     others    ended     ended      ended     sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
campaigns.archive          draft            sign-in   none         none      none       none      ended     none       none      sign-in
                           active           sign-in   others       others    others     others    yes       yes        yes       sign-in
                           victory          sign-in   others       others    others     others    yes       yes        yes       sign-in
                           archived         sign-in   others       others    others     others    yes       yes        yes       sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
campaigns.moderate         draft            sign-in   none         none      none       none      others    none       none      sign-in
                           active           sign-in   others       others    others     others    others    yes        yes       sign-in
                           victory          sign-in   others       others    others     others    others    yes        yes       sign-in
                           archived         sign-in   others       others    others     others    others    yes        yes       sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
campaigns.history          draft            none      none         none      none       none      yes       none       none      none
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
campaigns.historyEntry     draft            none      none         none      none       none      yes       none       none      none
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
# Profiles and dashboard
profiles.get               member           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           left             yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
profiles.moderate          member           sign-in   others       others    others     others    others    yes        yes       sign-in
                           left             sign-in   none         none      none       none      none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
profiles.campaigns         member           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           left             yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
profiles.pledges           member           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           left             yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
dashboard.get              -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
dashboard.news             -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
dashboard.pledges          -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in

# Updates
updates.list               draft            none      none         none      none       none      yes       none       none      none
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
updates.get                update           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           update, ended    yes       yes          yes       yes        yes       yes       yes        yes       yes
                           told in a draft  none      none         none      none       none      yes       none       none      none
                           absent           none      none         none      none       none      none      none       none      none
updates.reach              draft            sign-in   none         none      none       none      yes       none       none      sign-in
                           active           sign-in   others       others    others     others    yes       others     others    sign-in
                           victory          sign-in   others       others    others     others    yes       others     others    sign-in
                           archived         sign-in   others       others    others     others    yes       others     others    sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
updates.post               draft            sign-in   confirm      none      none       none      ended     none       none      sign-in
                           active           sign-in   confirm      others    others     others    yes       others     others    sign-in
                           victory          sign-in   confirm      others    others     others    ended     others     others    sign-in
                           archived         sign-in   confirm      others    others     others    ended     others     others    sign-in
                           absent           sign-in   confirm      none      none       none      none      none       none      sign-in
updates.remove             update           sign-in   others       others    others     others    yes       others     others    sign-in
                           update, ended    sign-in   others       others    others     others    yes       others     others    sign-in
                           told in a draft  sign-in   none         none      none       none      yes       none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
updates.moderate           update           sign-in   others       others    others     others    others    yes        yes       sign-in
                           update, ended    sign-in   others       others    others     others    others    yes        yes       sign-in
                           told in a draft  sign-in   none         none      none       none      others    none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in

# Comments and likes
comments.list              draft            none      none         none      none       none      yes       none       none      none
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
comments.get               comment          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           comment, ended   yes       yes          yes       yes        yes       yes       yes        yes       yes
                           removed          none      none         none      none       none      none      none       none      none
                           in a draft       none      none         none      none       none      yes       none       none      none
                           absent           none      none         none      none       none      none      none       none      none
comments.thread            comment          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           comment, ended   yes       yes          yes       yes        yes       yes       yes        yes       yes
                           in a draft       none      none         none      none       none      yes       none       none      none
                           absent           none      none         none      none       none      none      none       none      none
comments.post              draft            sign-in   confirm      none      none       none      ended     none       none      sign-in
                           active           sign-in   confirm      yes       yes        yes       yes       yes        yes       sign-in
                           victory          sign-in   confirm      ended     ended      ended     ended     ended      ended     sign-in
                           archived         sign-in   confirm      ended     ended      ended     ended     ended      ended     sign-in
                           absent           sign-in   confirm      none      none       none      none      none       none      sign-in
comments.edit              comment          sign-in   others       others    others     yes       others    others     others    sign-in
                           comment, ended   sign-in   others       others    others     yes       others    others     others    sign-in
                           removed          sign-in   none         none      none       none      none      none       none      sign-in
                           in a draft       sign-in   none         none      none       none      others    none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
comments.remove            comment          sign-in   others       others    others     yes       others    others     others    sign-in
                           comment, ended   sign-in   others       others    others     yes       others    others     others    sign-in
                           removed          sign-in   none         none      none       none      none      none       none      sign-in
                           in a draft       sign-in   none         none      none       none      others    none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
comments.moderate          comment          sign-in   others       others    others     others     others    yes       yes       sign-in
                           comment, ended   sign-in   others       others    others     others     others    yes       yes       sign-in
                           removed          sign-in   none         none      none       none      none      none       none      sign-in
                           in a draft       sign-in   none         none      none       none      others    none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
comments.hide              comment          sign-in   confirm      others    others     others    yes        others    others    sign-in
                           comment, ended   sign-in   confirm      others    others     others    yes        others    others    sign-in
                           removed          sign-in   confirm      none      none       none      none       none      none      sign-in
                           in a draft       sign-in   confirm      none      none       none      yes        none      none      sign-in
                           absent           sign-in   confirm      none      none       none      none       none      none      sign-in
comments.show              comment          sign-in   others       others    others     others    yes        others    others    sign-in
                           comment, ended   sign-in   others       others    others     others    yes        others    others    sign-in
                           removed          sign-in   none         none      none       none      none       none      none      sign-in
                           in a draft       sign-in   none         none      none       none      yes        none      none      sign-in
                           absent           sign-in   none         none      none       none      none       none      none      sign-in
comments.limit             draft            sign-in   none         none      none       none      others    none       none      sign-in
                           active           sign-in   others       others    others     others    others    yes        yes       sign-in
                           victory          sign-in   others       others    others     others    others    yes        yes       sign-in
                           archived         sign-in   others       others    others     others    others    yes        yes       sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
comments.like              comment          sign-in   confirm      yes       yes        yes       yes       yes        yes       sign-in
                           comment, ended   sign-in   confirm      ended     ended      ended     ended     ended      ended     sign-in
                           removed          sign-in   confirm      none      none       none      none      none       none      sign-in
                           in a draft       sign-in   confirm      none      none       none      ended     none       none      sign-in
                           absent           sign-in   confirm      none      none       none      none      none       none      sign-in
comments.unlike            comment          sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           comment, ended   sign-in   ended        ended     ended      ended     ended     ended      ended     sign-in
                           removed          sign-in   none         none      none       none      none      none       none      sign-in
                           in a draft       sign-in   none         none      none       none      ended     none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in

# Live chat
chat.list                  draft            none      none         none      none       none      ended     none       none      none
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          ended     ended        ended     ended      ended     ended     ended      ended     ended
                           archived         ended     ended        ended     ended      ended     ended     ended      ended     ended
                           absent           none      none         none      none       none      none      none       none      none
chat.post                  draft            sign-in   confirm      none      none       none      ended     none       none      sign-in
                           active           sign-in   confirm      yes       yes        yes       yes       yes        yes       sign-in
                           victory          sign-in   confirm      ended     ended      ended     ended     ended      ended     sign-in
                           archived         sign-in   confirm      ended     ended      ended     ended     ended      ended     sign-in
                           absent           sign-in   confirm      none      none       none      none      none       none      sign-in
chat.remove                message          sign-in   others       others    others     yes       yes       others     others    sign-in
                           message, ended   sign-in   others       others    others     yes       yes       others     others    sign-in
                           deleted          sign-in   none         none      none       none      none      none       none      sign-in
                           in a draft       sign-in   none         none      none       none      yes       none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
chat.moderate              message          sign-in   others       others    others     others    others    yes        yes       sign-in
                           message, ended   sign-in   others       others    others     others    others    yes        yes       sign-in
                           deleted          sign-in   none         none      none       none      none      none       none      sign-in
                           in a draft       sign-in   none         none      none       none      others    none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in

# Targets, industries, causes, numbers
targets.list               -                yes       yes          yes       yes        yes       yes       yes        yes       yes
transparency.get           -                yes       yes          yes       yes        yes       yes       yes        yes       yes
transparency.csv           -                yes       yes          yes       yes        yes       yes       yes        yes       yes
industries.list            -                yes       yes          yes       yes        yes       yes       yes        yes       yes
causes.list                -                yes       yes          yes       yes        yes       yes       yes        yes       yes
targets.counts             -                yes       yes          yes       yes        yes       yes       yes        yes       yes
targets.get                -                yes       yes          yes       yes        yes       yes       yes        yes       yes
industries.get             -                yes       yes          yes       yes        yes       yes       yes        yes       yes
causes.get                 -                yes       yes          yes       yes        yes       yes       yes        yes       yes
liveStats.stats            -                yes       yes          yes       yes        yes       yes       yes        yes       yes
contact.send               -                yes       yes          yes       yes        yes       yes       yes        yes       yes
mailLists.get              -                yes       yes          yes       yes        yes       yes       yes        yes       yes
search.preview             -                yes       yes          yes       yes        yes       yes       yes        yes       yes
search.find                -                yes       yes          yes       yes        yes       yes       yes        yes       yes
search.tags                -                yes       yes          yes       yes        yes       yes       yes        yes       yes
subjects.named             -                yes       yes          yes       yes        yes       yes       yes        yes       yes
subjects.around            -                yes       yes          yes       yes        yes       yes       yes        yes       yes
subjects.activity          -                yes       yes          yes       yes        yes       yes       yes        yes       yes
subjects.growth            -                yes       yes          yes       yes        yes       yes       yes        yes       yes

# Accounts
accounts.me                -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
accounts.ways              -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
accounts.unlink            -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
settings.get               -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
settings.change            -                sign-in   confirm      yes       yes        yes       yes       yes        yes       sign-in
settings.sessions          -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
settings.endSession        own              sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           foreign          sign-in   none         none      none       none      none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
settings.endOtherSessions  -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
settings.export            -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
settings.changePassword    -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
push.get                   -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
push.add                   -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
push.remove                -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
leaving.deleteAccount      -                sign-in   phrase       phrase    phrase     phrase    phrase    phrase     phrase    sign-in
auth.sign-up               own              yes       yes          yes       yes        yes       yes       yes        yes       yes
                           foreign          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           yes       yes          yes       yes        yes       yes       yes        yes       yes
auth.sign-in               own              wrong     yes          yes       yes        yes       yes       yes        yes       barred
                           foreign          wrong     wrong        wrong     wrong      wrong     wrong     wrong      wrong     wrong
                           absent           wrong     wrong        wrong     wrong      wrong     wrong     wrong      wrong     wrong
auth.sign-out              -                yes       yes          yes       yes        yes       yes       yes        yes       yes
auth.get-session           -                yes       yes          yes       yes        yes       yes       yes        yes       yes
auth.request-password-reset  -              yes       yes          yes       yes        yes       yes       yes        yes       yes
auth.send-confirmation     -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
auth.change-email          -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in

# Notifications
notifications.list         -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
notifications.unread       -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
notifications.mark         own              sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           foreign          sign-in   none         none      none       none      none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
notifications.readAll      -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in

# Pictures
media.upload               -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
media.generate             -                sign-in   yes          yes        yes        yes       yes       yes        yes       sign-in
/media/{file}              of a draft       none      none         none      none       none      yes       none       none      none
                           of a campaign    yes       yes          yes       yes        yes       yes       yes        yes       yes
                           of an update     yes       yes          yes       yes        yes       yes       yes        yes       yes
                           of a comment     yes       yes          yes       yes        yes       yes       yes        yes       yes
                           of a removed     none      none         none      none       yes       none      none       none      none
                           of nothing       none      none         none      none       none      yes       none       none      none
                           absent           none      none         none      none       none      none      none       none      none

# Live stream
live stats                 -                yes       yes          yes       yes        yes       yes       yes        yes       yes
live me                    -                silent    yes          yes       yes        yes       yes       yes        yes       silent
live campaign              draft            silent    silent       silent    silent     silent    silent    silent     silent    silent
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           silent    silent       silent    silent     silent    silent    silent     silent    silent
live talk                  draft            silent    silent       silent    silent     silent    silent    silent     silent    silent
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           silent    silent       silent    silent     silent    silent    silent     silent    silent
`
