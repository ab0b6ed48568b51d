/** The rights for reports and appeals. The author wrote the reported comments and those that moderators decided about. */
export const reportTable = `
operation                  thing            visitor   unconfirmed  stranger  supporter  author    creator   moderator  admin     suspended

# Reports
reports.send               comment          sign-in   confirm      yes       yes        own       yes       yes        yes       sign-in
                           comment, ended   sign-in   confirm      yes       yes        own       yes       yes        yes       sign-in
                           removed          sign-in   none         none      none       none      none      none       none      sign-in
                           in a draft       sign-in   none         none      none       none      none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
reports.subject            comment          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           comment, ended   yes       yes          yes       yes        yes       yes       yes        yes       yes
                           removed          none      none         none      none       none      none      none       none      none
                           in a draft       none      none         none      none       none      none      none       none      none
                           absent           none      none         none      none       none      none      none       none      none
reports.confirm            mailed           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
reports.mine               -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
queue.list                 -                none      none         none      none       none      none      yes        yes       none
queue.context              open case        none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
queue.keep                 comment          none      none         none      none       none      none      yes        yes       none
                           comment, ended   none      none         none      none       none      none      yes        yes       none
                           removed          none      none         none      none       none      none      none       none      none
                           in a draft       none      none         none      none       none      none      none       none      none
                           absent           none      none         none      none       none      none      none       none      none
queue.warn                 comment          none      none         none      none       none      none      yes        yes       none
                           comment, ended   none      none         none      none       none      none      yes        yes       none
                           removed          none      none         none      none       none      none      none       none      none
                           in a draft       none      none         none      none       none      none      none       none      none
                           absent           none      none         none      none       none      none      none       none      none
queue.claim                open case        none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
queue.release              open case        none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      yes        yes       none
queue.summary              -                none      none         none      none       none      none      yes        yes       none
profiles.removeName        member           sign-in   others       others    others     others    others    yes        yes       sign-in
                           left             sign-in   none         none      none       none      none       none       none      sign-in
                           absent           sign-in   none         none      none       none      none       none       none      sign-in
pictures.moderate          of a draft       sign-in   none         none      none       none       none       none       none      sign-in
                           of a campaign    sign-in   others       others    others     others     others     yes        yes       sign-in
                           of an update     sign-in   others       others    others     others     others     yes        yes       sign-in
                           of a comment     sign-in   others       others    others     others     others     yes        yes       sign-in
                           of a removed     sign-in   none         none      none       none       none       none       none      sign-in
                           of nothing       sign-in   none         none      none       none       none       none       none      sign-in
                           absent           sign-in   none         none      none       none       none       none       none      sign-in
# Demands
transparency.demandsCsv    -                yes       yes          yes       yes        yes       yes       yes        yes       yes
transparency.campaignsCsv  -                yes       yes          yes       yes        yes       yes       yes        yes       yes
transparency.refuseDemand  -                none      none         none      none       none      none      yes        yes       none
# Appeals
appeals.statement          decision         sign-in   none         none      none       yes       none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
appeals.send               decision         sign-in   none         none      none       yes       none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
appeals.open               -                none      none         none      none       none      none      yes        yes       none
appeals.decide             appeal           none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
page /statement/{id}       decision         to-auth   none         none      none       yes       none      none       none      to-auth
                           absent           to-auth   none         none      none       none      none      none       none      to-auth
/appeal                    -                to-statement  to-statement   to-statement  to-statement  to-statement  to-statement  to-statement  to-statement  to-statement
/report                    -                to-report  to-report   to-report  to-report  to-report  to-report  to-report  to-report  to-report
`
