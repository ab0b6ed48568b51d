/** The rights for administrators' operations. Those about people are open to moderators too. For everybody else these operations do not exist. */
export const operatorTable = `
operation                  thing            visitor   unconfirmed  stranger  supporter  author    creator   moderator  admin     suspended

# Background work
jobs.overview              -                none      none         none      none       none      none      none       yes       none
jobs.failed                -                none      none         none      none       none      none      none       yes       none
jobs.log                   -                none      none         none      none       none      none      none       yes       none
jobs.logCsv                -                none      none         none      none       none      none      none       yes       none
jobs.retry                 given up         none      none         none      none       none      none      none       yes       none
                           absent           none      none         none      none       none      none      none       none      none
jobs.drop                  given up         none      none         none      none       none      none      none       yes       none
                           absent           none      none         none      none       none      none      none       none      none
# People
accounts.suspension        suspension       yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
people.list                -                none      none         none      none       none      none      yes        yes       none
people.signUps             -                none      none         none      none       none      none      yes        yes       none
people.roleChanges         -                none      none         none      none       none      none      none       yes       none
people.address             suspended        none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
people.suspend             suspended        none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
people.lift                suspended        none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
people.setRole             suspended        none      none         none      none       none      none      none       yes       none
                           absent           none      none         none      none       none      none      none       none      none
# Targets, industries, causes
entries.list               -                none      none         none      none       none      none      yes        yes       none
entries.count              -                none      none         none      none       none      none      yes        yes       none
entries.verify             entry            none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
entries.rename             entry            none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
entries.lock               entry            none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
entries.merge              entry            none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
entries.merges             -                none      none         none      none       none      none      yes        yes       none
entries.unmerge            merge            none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
entries.remove             entry            none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
# Switches
switches.list              -                none      none         none      none       none      none      none       yes       none
switches.set               -                none      none         none      none       none      none      none       yes       none

# Pages
page /rules                -                yes       yes          yes       yes        yes       yes       yes        yes       yes
page /transparency         -                yes       yes          yes       yes        yes       yes       yes        yes       yes
page /moderation           -                none      none         none      none       none      none      to-list    to-list   none
page /moderation/{page}    moderation page  none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
page /operator/{page}      operators’ page  none      none         none      none       none      none      none       yes       none
                           absent           none      none         none      none       none      none      none       none      none
`
