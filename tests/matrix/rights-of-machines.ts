/** Addresses for programs instead of people: health checks, search engines, mail providers, and forms without a script. */
export const machineTable = `
operation                  thing            visitor   unconfirmed  stranger  supporter  author    creator   moderator  admin     suspended

# Machines
/api/openapi.json          -                yes       yes          yes       yes        yes       yes       yes        yes       yes
/healthz                   -                yes       yes          yes       yes        yes       yes       yes        yes       yes
/readyz                    -                yes       yes          yes       yes        yes       yes       yes        yes       yes
/metrics                   -                none      none         none      none       none      none      none       none      none
/api/page-views            -                counted   counted      counted   counted    counted   counted   counted    counted   counted
/unsubscribe/{token}       -                yes       yes          yes       yes        yes       yes       yes        yes       yes
/campaigns/{id}/join       draft            to-join   to-join   to-join   to-join   to-join   to-join   to-join   to-join   to-join
                           active           to-join   to-join   to-join   to-join   to-join   to-join   to-join   to-join   to-join
                           victory          to-join   to-join   to-join   to-join   to-join   to-join   to-join   to-join   to-join
                           archived         to-join   to-join   to-join   to-join   to-join   to-join   to-join   to-join   to-join
                           absent           to-join   to-join   to-join   to-join   to-join   to-join   to-join   to-join   to-join
/notifications/read-all    -                to-bell   to-bell   to-bell   to-bell   to-bell   to-bell   to-bell   to-bell   to-bell
/robots.txt                -                yes       yes          yes       yes        yes       yes       yes        yes       yes
/.well-known/security.txt  -                none      none         none      none       none      none      none       none      none
/sitemap.xml               -                yes       yes          yes       yes        yes       yes       yes        yes       yes
/sitemaps/{file}           -                yes       yes          yes       yes        yes       yes       yes        yes       yes
`
