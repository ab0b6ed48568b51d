/** The rights on pledges and supporters; a part of the table in rights.ts. */
export const pledgeTable = `
operation                  thing            visitor   unconfirmed  stranger  supporter  author    creator   moderator  admin     suspended

# Pledges
pledges.join               draft            sign-in   none         none      none       none      none      none       none      sign-in
                           active           sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
                           victory          sign-in   ended        ended     yes        ended     yes       ended      ended     sign-in
                           archived         sign-in   ended        ended     yes        ended     yes       ended      ended     sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
pledges.setPrivate         draft            sign-in   none         none      none       none      none      none       none      sign-in
                           active           sign-in   none         none      yes        none      yes       none       none      sign-in
                           victory          sign-in   none         none      yes        none      yes       none       none      sign-in
                           archived         sign-in   none         none      yes        none      yes       none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
pledges.detach             draft            sign-in   none         none      none       none      none      none       none      sign-in
                           active           sign-in   none         none      yes        none      starter   none       none      sign-in
                           victory          sign-in   none         none      yes        none      starter   none       none      sign-in
                           archived         sign-in   none         none      yes        none      starter   none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
pledges.dismissNotice      -                sign-in   yes          yes       yes        yes       yes       yes        yes       sign-in
pledges.intentions         -                yes       yes          yes       yes        yes       yes       yes        yes       yes
pledges.waiting            -                yes       yes          yes       yes        yes       yes       yes        yes       yes
pledges.dropIntention      -                yes       yes          yes       yes        yes       yes       yes        yes       yes
pledges.get                draft            sign-in   none         none      none       none      none      none       none      sign-in
                           active           sign-in   none         none      yes        none      yes       none       none      sign-in
                           victory          sign-in   none         none      yes        none      yes       none       none      sign-in
                           archived         sign-in   none         none      yes        none      yes       none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
pledges.tick               draft            sign-in   none         none      none       none      none      none       none      sign-in
                           active           sign-in   none         none      yes        none      yes       none       none      sign-in
                           victory          sign-in   none         none      yes        none      yes       none       none      sign-in
                           archived         sign-in   none         none      yes        none      yes       none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
pledges.untick             draft            sign-in   none         none      none       none      none      none       none      sign-in
                           active           sign-in   none         none      yes        none      yes       none       none      sign-in
                           victory          sign-in   none         none      yes        none      yes       none       none      sign-in
                           archived         sign-in   none         none      yes        none      yes       none       none      sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
pledges.askLook            in review        sign-in   yes          yes       yes        yes        yes       yes        yes       sign-in
                           absent           sign-in   none         none      none       none       none      none       none      sign-in
campaigns.setQuiet         draft            sign-in   none         none      none       none      ended     none       none      sign-in
                           active           sign-in   others       others    others     others    yes       others     others    sign-in
                           victory          sign-in   others       others    others     others    ended     others     others    sign-in
                           archived         sign-in   others       others    others     others    ended     others     others    sign-in
                           absent           sign-in   none         none      none       none      none      none       none      sign-in
count.get                  draft            none      none         none      none       none      none      none       none      none
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
receipts.lists             draft            none       none       none       none       none       none       none       none       none
                           active           yes        yes        yes        yes        yes        yes        yes        yes        yes
                           victory          yes        yes        yes        yes        yes        yes        yes        yes        yes
                           archived         yes        yes        yes        yes        yes        yes        yes        yes        yes
                           absent           none       none       none       none       none       none       none       none       none
receipts.leaves            draft            none       none       none       none       none       none       none       none       none
                           active           yes        yes        yes        yes        yes        yes        yes        yes        yes
                           victory          yes        yes        yes        yes        yes        yes        yes        yes        yes
                           archived         yes        yes        yes        yes        yes        yes        yes        yes        yes
                           absent           none       none       none       none       none       none       none       none       none
receipts.show              draft            sign-in    none       none       none       none       none       none       none       sign-in
                           active           sign-in    none       none       yes        none       yes        none       none       sign-in
                           victory          sign-in    none       none       yes        none       yes        none       none       sign-in
                           archived         sign-in    none       none       yes        none       yes        none       none       sign-in
                           absent           sign-in    none       none       none       none       none       none       none       sign-in
corrections.joins          -                none      none         none      none       none      none      yes        yes       none
corrections.preview        -                none      none         none      none       none      none      yes        yes       none
corrections.list           -                none      none         none      none       none      none      yes        yes       none
corrections.start          -                none      none         none      none       none      none      yes        yes       none
corrections.consent        proposed         none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
corrections.stop           stopped          none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
corrections.undo           stopped          none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
corrections.uphold         stopped          none      none         none      none       none      none      yes        yes       none
                           absent           none      none         none      none       none      none      none       none      none
corrections.held           -                none      none         none      none       none       none      yes        yes       none
corrections.letIn          held             none      none         none      none       none       none      yes        yes       none
                           absent           none      none         none      none       none       none      none       none      none
corrections.reject         held             none      none         none      none       none       none      yes        yes       none
                           absent           none      none         none      none       none       none      none       none      none
supporters.growth          draft            none      none         none      none       none      yes       none       none      none
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
supporters.csv             draft            none      none         none      none       none      yes       none       none      none
                           active           yes       yes          yes       yes        yes       yes       yes        yes       yes
                           victory          yes       yes          yes       yes        yes       yes       yes        yes       yes
                           archived         yes       yes          yes       yes        yes       yes       yes        yes       yes
                           absent           none      none         none      none       none      none      none       none      none
`
