/** The rights for claims to speak for a company. The author made the claims. */
export const replyTable = `
operation                  thing            visitor   unconfirmed  stranger  supporter  author    creator   moderator  admin     suspended

# Right of reply
replies.representation     target           sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
replies.claim              target           sign-in   confirm      yes       yes        yes       yes       yes        yes       sign-in
                           absent           sign-in   confirm      none      none       none      none      none       none      sign-in
replies.checkDns           own claim        sign-in   none         none      none       yes       none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
replies.sendLink           own claim        sign-in   none         none      none       yes       none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
replies.confirm            company link     sign-in   none         none      none       yes       none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
replies.withdraw           own claim        sign-in   none         none      none       yes       none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
replies.claims             -                none      none         none      none       none      none      yes        yes       none
replies.confirmDomain      open claim       none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
replies.decide             open claim       none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
replies.postStatement      draft            sign-in   confirm      none      none       none      none      none       none      sign-in
                           active           sign-in   confirm      others    others     yes       others    others     others    sign-in
                           victory          sign-in   confirm      others    others     yes       others    others     others    sign-in
                           archived         sign-in   confirm      others    others     yes       others    others     others    sign-in
                           absent           sign-in   confirm      none      none       none      none      none       none      sign-in
replies.statement          company statement  yes     yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
replies.moderate           company statement  sign-in  others      others    others     others    others    yes        yes       sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
replies.request            draft            sign-in   none         none      none       none      none      none       none      sign-in
                           active           sign-in   none         none      none       none      yes       yes        yes       sign-in
                           victory          sign-in   none         none      none       none      none      none       none      sign-in
                           archived         sign-in   none         none      none       none      none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
replies.ask                draft            sign-in   confirm      none      none       none      none      none       none      sign-in
                           active           sign-in   confirm      none      none       none      yes       yes        yes       sign-in
                           victory          sign-in   confirm      none      none       none      none      none       none      sign-in
                           archived         sign-in   confirm      none      none       none      none      none       none      sign-in
                           absent           sign-in   confirm      none      none       none      none      none       none      sign-in
page /campaigns/{slug}/ask  draft            to-auth   none         none      none       none      none      none       none      to-auth
                           active           to-auth   none         none      none       none      yes       yes        yes       to-auth
                           victory          to-auth   none         none      none       none      none      none       none      to-auth
                           archived         to-auth   none         none      none       none      none      none       none      to-auth
                           absent           to-auth   none         none      none       none      none      none       none      to-auth
page /campaigns/{slug}/statement  company statement  yes     yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
page /targets/{slug}/represent  target      to-auth   yes          yes       yes        yes       yes       yes        yes       to-auth
                           absent           to-auth   none         none      none       none      none      none       none      to-auth
page /represent/{token}    -                to-auth   yes          yes       yes        yes       yes       yes        yes       to-auth
`
