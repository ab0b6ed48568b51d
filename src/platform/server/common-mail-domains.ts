/** Domains of mail providers with millions of users. Joins from them are no signal. */
export const commonMailDomains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es outlook.de outlook.fr
  outlook.es live.co.uk live.nl live.fr yahoo.com ymail.com rocketmail.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.com.br
  yahoo.co.in yahoo.in yahoo.co.jp yahoo.com.au yahoo.com.mx icloud.com me.com mac.com aol.com aim.com proton.me protonmail.com pm.me gmx.com gmx.de
  gmx.net gmx.at gmx.ch mail.com web.de t-online.de freenet.de posteo.de mailbox.org tuta.com tutanota.com fastmail.com zoho.com hey.com orange.fr
  wanadoo.fr free.fr sfr.fr laposte.net neuf.fr libero.it virgilio.it tiscali.it alice.it tin.it telefonica.net terra.com.br uol.com.br bol.com.br
  globo.com ig.com.br sapo.pt ziggo.nl kpnmail.nl planet.nl xs4all.nl home.nl telenet.be skynet.be proximus.be bluewin.ch telia.com comhem.se spray.se
  online.no elisanet.fi saunalahti.fi kolumbus.fi mail.dk seznam.cz centrum.cz email.cz wp.pl o2.pl onet.pl interia.pl op.pl gazeta.pl azet.sk centrum.sk
  freemail.hu citromail.hu abv.bg mail.bg yandex.ru yandex.com ya.ru mail.ru bk.ru list.ru inbox.ru rambler.ru ukr.net i.ua meta.ua inbox.lv inbox.lt
  btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com blueyonder.co.uk eircom.net comcast.net verizon.net att.net sbcglobal.net bellsouth.net
  cox.net charter.net earthlink.net optonline.net juno.com shaw.ca rogers.com bell.net sympatico.ca telus.net videotron.ca bigpond.com optusnet.com.au
  xtra.co.nz qq.com 163.com 126.com sina.com sohu.com foxmail.com naver.com daum.net hanmail.net nate.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp
  rediffmail.com walla.co.il`.split(/\s+/),
)
