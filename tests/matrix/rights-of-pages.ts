/** The rights for pages, except those of communities, moderators and administrators. */
export const pageTable = `
operation                  thing            visitor   unconfirmed  stranger  supporter  author    creator   moderator  admin     suspended

# Pages
page /                     -                yes       yes          yes       yes        yes       yes       yes        yes       yes
page /campaigns            -                yes       yes          yes       yes        yes       yes       yes        yes       yes
page /campaigns/create     -                to-auth   yes          yes       yes        yes       yes       yes        yes       to-auth
page /campaigns/{slug}     draft            none      none         none      none       none      yes       none       none      none
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
page /campaigns/{slug}/admin  draft            to-auth   none         none       none      none      yes       none       none      to-auth
                           active           to-auth   others       others     others    others    yes       others     others    to-auth
                           victory          to-auth   others       others     others    others    yes       others     others    to-auth
                           archived         to-auth   others       others     others    others    yes       others     others    to-auth
                           absent           to-auth   none         none       none      none      none      none       none      to-auth
page /campaigns/{slug}/edit  draft            to-auth   none         none       none      none      to-admin  none       none      to-auth
                           active           to-auth   others       others     others    others    yes       others     others    to-auth
                           victory          to-auth   others       others     others    others    to-admin  others     others    to-auth
                           archived         to-auth   others       others     others    others    to-admin  others     others    to-auth
                           absent           to-auth   none         none       none      none      none      none       none      to-auth
page /campaigns/{slug}/history  draft            none      none         none       none      none      yes       none       none      none
                           active           yes       yes          yes        yes       yes       yes       yes        yes       yes
                           victory          yes       yes          yes        yes       yes       yes       yes        yes       yes
                           archived         yes       yes          yes        yes       yes       yes       yes        yes       yes
                           absent           none      none         none       none      none      none      none       none      none
page /campaigns/{slug}/proof  draft            none       none       none       none       none       none       none       none       none
                           active           yes        yes        yes        yes        yes        yes        yes        yes        yes
                           victory          yes        yes        yes        yes        yes        yes        yes        yes        yes
                           archived         yes        yes        yes        yes        yes        yes        yes        yes        yes
                           absent           none       none       none       none       none       none       none       none       none
page /explore              -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /explore/targets      -          to-list    to-list    to-list    to-list    to-list    to-list    to-list    to-list    to-list
page /explore/industries   -          to-list    to-list    to-list    to-list    to-list    to-list    to-list    to-list    to-list
page /explore/causes       -          to-list    to-list    to-list    to-list    to-list    to-list    to-list    to-list    to-list
page /targets              -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /targets/{slug}       target     yes        yes        yes        yes        yes        yes        yes        yes        yes
                           absent     none       none       none       none       none       none       none       none       none
page /industries           -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /industries/{slug}    industry   yes        yes        yes        yes        yes        yes        yes        yes        yes
                           absent     none       none       none       none       none       none       none       none       none
page /causes               -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /causes/{slug}        cause      yes        yes        yes        yes        yes        yes        yes        yes        yes
                           absent     none       none       none       none       none       none       none       none       none
page /about                -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /contact              -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /confirm/{token}      -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /unsubscribe/{token}  -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /terms                -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /privacy              -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /legal                -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /accessibility        -          yes        yes        yes        yes        yes        yes        yes        yes        yes
page /search                 -                yes       yes          yes       yes        yes       yes       yes        yes       yes
page /dashboard            -                to-auth   yes          yes       yes        yes       yes       yes        yes       to-auth
page /dashboard/pledges    -                to-auth   yes          yes       yes        yes       yes       yes        yes       to-auth
page /notifications        -                to-auth   yes          yes       yes        yes       yes       yes        yes       to-auth
page /report               -                none      none         none      none       none      none      none       none      none
page /reports              -                to-auth   yes          yes       yes        yes       yes       yes        yes       to-auth
page /u/{id}               member           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           left             yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
page /profile/{id}         member      to-profile  to-profile  to-profile  to-profile  to-profile  to-profile  to-profile  to-profile  to-profile
                           left        to-profile  to-profile  to-profile  to-profile  to-profile  to-profile  to-profile  to-profile  to-profile
                           absent      to-profile  to-profile  to-profile  to-profile  to-profile  to-profile  to-profile  to-profile  to-profile
page /settings             -                to-auth   yes          yes       yes        yes       yes       yes        yes       to-auth
page /auth                 -                yes       to-home      to-home   to-home    to-home   to-home   to-home    to-home   yes
`
