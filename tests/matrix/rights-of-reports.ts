/** The rights for reports. The author wrote the reported comments. */
export const reportTable = `
operation                  thing            visitor   unconfirmed  stranger  supporter  author    creator   moderator  admin     suspended

# Reports
reports.send               comment          sign-in   confirm      yes       yes        own       yes       yes        yes       sign-in
                           comment, ended   sign-in   confirm      yes       yes        own       yes       yes        yes       sign-in
                           removed          sign-in   none         none      none       none      none      none       none      sign-in
                           in a draft       sign-in   none         none      none       none      none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
reports.subject            comment          sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           comment, ended   sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           removed          sign-in   none         none      none       none      none      none       none      sign-in
                           in a draft       sign-in   none         none      none       none      none      none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
reports.mine               -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
queue.list                 -                none      none         none      none       none      none      yes        yes       none
queue.keep                 comment          none      none         none      none       none      none      yes        yes       none
                           comment, ended   none      none         none      none       none      none      yes        yes       none
                           removed          none      none         none      none       none      none      none       none      none
                           in a draft       none      none         none      none       none      none      none       none      none
                           absent           none      none         none      none       none      none      none       none      none
/report                    -                to-report  to-report   to-report  to-report  to-report  to-report  to-report  to-report  to-report
`
