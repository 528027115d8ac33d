/**
 * Names, places and common words of the languages in which contacts are written: what their letters beyond ASCII are, and
 * between which others they stand. Only the words with such letters count.
 */
export const languageWords = {
  german: `Müller Schäfer Köhler König Krüger Böhm Jäger Schröder Günther Kühn Voß Weiß Groß Bäcker Förster Lösch Häußler Grün Möller
    Jürgen Jörg Günter Käthe Björn Götz Sören Bärbel München Köln Düsseldorf Nürnberg Münster Würzburg Göttingen Lübeck Osnabrück Tübingen
    Straße Hauptstraße Gießen Schönefeld Fürth Österreich Zürich Graubünden Öffnungszeiten Überweisung Ärztin für über später geändert
    Größe grüße wöchentlich ungültig Empfänger Vorläufig nächste Löschung prüfen Rückruf täglich möchte Gebäude Verträge`,
  french: `André René Gérard Frédéric Stéphane Jérôme Sébastien Benoît François Françoise Hélène Zoé Chloé Léa Anaïs Maël Noël Joël Gaëlle
    Mélanie Céline Valérie Désirée Agnès Geneviève Thérèse Irène Hervé Cédric Rémi Eugène Béatrice Hébert Lefèvre Lefébure Bénard Gagné
    Côté Bérubé Pépin Légaré Besançon Orléans Nîmes Angoulême Évreux Saint-Étienne Béziers Sète Genève Québec Montréal Île-de-France
    prénom téléphone société numéro adresse créée modifié après très déjà où être même août février décembre à là ça reçu garçon façade
    Hôpital Élise Éric Étienne Âge naïf Loïc cœur sœur`,
  spanish: `José María Jesús Ángel Andrés Ramón Martín Óscar Iván Rubén Adrián Víctor Germán Julián Tomás Sebastián Raúl Inés Belén Mónica
    Verónica Sofía Lucía García Rodríguez Martínez Hernández López González Pérez Sánchez Ramírez Gómez Díaz Vázquez Jiménez Gutiérrez
    Núñez Muñoz Peña Ibáñez Ordóñez Yáñez Castañeda Málaga Córdoba Cádiz Jaén León Ávila Logroño Almería Bogotá Medellín México Perú
    Teléfono Dirección Número Año mañana niño señor señora español ningún también según después atención información pingüino Begoña Iñaki`,
  portuguese: `João António Antônio José Luís Inês Conceição Gonçalves Simão Assunção Sebastião Estêvão Fábio Cláudia Patrícia Vânia Mônica
    Araújo Conceição Magalhães Guimarães Brandão Falcão Leitão Mourão São Paulo Goiânia Brasília Curitiba Maceió Belém Ribeirão Preto
    Évora Setúbal Portimão Covilhã Açores Endereço não coração informações você código número três também até às à avó ações Ígor Júlia`,
  italian: `Nicolò Niccolò Già però perché è città Forlì Cefalù Cantù Università Lunedì martedì mercoledì giovedì venerdì società attività
    qualità così più può sarà né là lì Mondovì Mosè Noè Salò Viganò Barillà Scalì Luccà Totò D'Amicò Patanè Laganà`,
  nordic: `Åsa Sören Björn Göran Håkan Mårten Örjan Pär Märta Ångström Åkesson Öberg Sjögren Sjöberg Lindström Bergström Åberg Malmö Göteborg
    Örebro Västerås Jönköping Umeå Luleå Søren Jørgen Bjørn Pål Kåre Åse Bård Ærø Rødgrød København Ålborg Århus Tromsø Ålesund Bodø
    Sørensen Jørgensen Østergaard Kjær Møller Nørgaard Ødegård Håland Bakkegård Hämäläinen Mäkinen Järvinen Jyväskylä Hämeenlinna Pöntinen
    Särkkä Väinö Päivi Yrjö för också från på är när før også gård æble Färg lägenhet`,
  dutch: `Zoë Chloë Daniëlle Joëlle Raphaëlle Noëlle Michaël Aäron Gaëtan Loïs Maïté Brontë Danaë Noë Renée Desirée Anaïs Hélène René André Beyoncé Chloé
    België Italië Moniër Citroën coördinator geïnteresseerd patiënt cliënt financiën reünie ideeën coöperatie één café privé vóór Curaçao naïve résumé`,
  icelandic: `Þór Þóra Guðrún Sigurður Jón Björk Ásgeir Óðinn Reykjavík Ísafjörður Hafnarfjörður Guðmundsdóttir Jónsdóttir Þorsteinsson Ægir Úlfur Dagbjört Sæmundur`,
  polish: `Łukasz Paweł Michał Rafał Stanisław Władysław Bogusław Mirosław Grażyna Bożena Elżbieta Małgorzata Józef Zdzisław Czesław Wiśniewski
    Wójcik Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jabłoński Król Pawłowski Wróbel Stępień Górski Rutkowski
    Sikorski Baranowska Wysocka Michałowska Gołębiowska Łódź Kraków Gdańsk Poznań Wrocław Białystok Częstochowa Toruń Rzeszów Świdnica
    Zamość Tarnów Małopolskie śląskie Świętokrzyskie imię ulica główna ćwiczenia żeby będzie są już proszę dzień źródło także nr książka późno`,
  czech: `Tomáš Jiří Ondřej Matěj Vojtěch Lukáš František Zdeněk Luboš Miloš Jaroslav Štěpán Václav Bořivoj Lenka Božena Květa Růžena Žaneta Eliška
    Novák Dvořák Černý Procházka Kučera Veselý Krejčí Němec Pospíšil Růžička Beneš Fiala Sedláček Doležal Zeman Kolář Navrátil Čermák Vaněk
    Kříž Šťastný Hájek Svobodová Novotná Plzeň Děčín Ústí Hradec Králové České Budějovice Olomouc Třebíč Zlín Kroměříž Česko příjmení jméno
    Ľubomír Ľudmila Žilina Prešov Košice Trenčín Nováková Kováč Baláž Tóth Šimko Hudák Polák Oľga Vrábeľ telefónne číslo čas týždeň dĺžka môže
    vôňa pôda kôň měsíc týden neděle říjen září účet žádost Ďáblice Ťažký`,
  hungarian: `Kovács Szabó Tóth Nagy Horváth Varga Kiss Molnár Németh Farkas Balogh Papp Takács Juhász Lakatos Mészáros Oláh Simon Rácz Fekete
    Szűcs Győri Bíró Fodor Kőszegi Erdős Szőke Gergő Jenő Ernő Dezső Őrsi Győző László István József János Zoltán Sándor Gábor Péter Tamás
    András György Attila Zsófia Mária Erzsébet Ágnes Éva Katalin Győr Pécs Szeged Debrecen Székesfehérvár Nyíregyháza Kecskemét Szombathely
    Tatabánya Sopron Kőbánya Hódmezővásárhely Eger Érd név telefonszám cím utca közötti összes időpont üzenet Űrlap tűz hűség őszi szükséges köszönöm`,
  romanian: `Ştefan Mădălina Cătălin Răzvan Vlăduţ Ioniţă Ţepeş Ştefănescu Păunescu Băsescu Bălan Dănilă Rădulescu Cîrstea Mureşan Moraru Şerban Ţurcanu
    Bucureşti Iaşi Timişoara Braşov Constanţa Galaţi Ploieşti Brăila Piteşti Târgu Mureş Bistriţa Suceava Botoşani Râmnicu Vâlcea Focşani Slănic
    şi în să că după fără oraş stradă judeţ număr România Călăraşi Bacău Buzău Reşiţa`,
  croatian: `Šime Željko Žarko Hrvoje Goran Đorđe Đuro Siniša Saša Božo Nikša Štefica Željka Dražen Krešimir Tomislav Babić Horvat Marić Jurić
    Kovačević Petrović Jovanović Nikolić Marković Đorđević Stojanović Ilić Stanković Pavlović Milošević Đokić Šarić Knežević Vuković Matić
    Perić Božić Lončar Šimić Jurišić Čačić Međimurje Čakovec Šibenik Požega Karlovac Varaždin Niš Čačak Vršac Užice Maribor Škofja Loka
    Žalec Novo Mesto Zupančič Kovačič Golob Mlakar Žnidaršič Hočevar Županija grad sljedeće može više Škoda kuća dođi`,
  turkish: `Şahin Yıldız Yıldırım Öztürk Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Çelik Aydın Erdoğan Güneş Aksoy Bulut
    Çakır Tekin Ünal Avcı Güler Işık Taş Kaplan Ateş Özer Çalışkan Korkmaz Oğuz Ayşe Fatma Çiğdem Özlem Gülşen Şule İbrahim İsmail Mehmet
    Hüseyin Ömer Uğur Tuğba Gökhan Barış Çağlar Şükrü Ümit İpek Işıl İstanbul İzmir Ağrı Muğla Diyarbakır Şanlıurfa Eskişehir Çanakkale Niğde
    Iğdır Kırşehir Nevşehir Balıkesir için değil müşteri görüşme saat günü çok güzel şirket adı soyadı ilçe ığdır Tekirdağ`,
  lithuanian: `Jonas Žemaitis Kazlauskas Petrauskienė Jankauskaitė Stankevičius Vasiliauskas Žukauskas Butkus Paulauskienė Urbonavičius Kavaliauskas
    Ramanauskaitė Šimkus Čepaitė Žilinskas Mažeikis Rūta Živilė Šarūnas Žydrūnas Giedrė Eglė Jūratė Eglė Gražina Birutė Ričardas Česlovas
    Vilnius Kaunas Klaipėda Šiauliai Panevėžys Mažeikiai Utena Kėdainiai Telšiai Tauragė Ukmergė Kretinga Plungė Šilutė Radviliškis gatvė šalis
    žmonės ačiū taip vardas pavardė įmonė ąžuolas ėjo ūkis Įgnas naują šią`,
  latvian: `Bērziņš Kalniņš Ozoliņš Jansons Ozols Liepiņš Krūmiņš Balodis Eglītis Zariņš Pētersons Vītols Kļaviņš Kārkliņš Vanags Šmits Ābele
    Jānis Andris Juris Māris Kārlis Pēteris Līga Ilze Inese Kristīne Anita Dzintra Ārija Žanis Ģirts Ēriks Rīga Daugavpils Liepāja Jelgava
    Jūrmala Ventspils Rēzekne Valmiera Jēkabpils Ogre Tukums Cēsis Salaspils Kuldīga Olaine Saldus Talsi Dobele Krāslava Bauska Ludza Sigulda
    Gulbene Madona Limbaži Aizkraukle Preiļi Balvi Ķekava Mārupe Ādaži vārds uzvārds tālrunis kāpēc būs čau šķiet ļoti ņemt`,
  estonian: `Tõnu Jüri Ülo Märt Kärt Külli Õie Ööbik Väino Jõgi Pärn Mägi Kütt Sõber Rüütel Lõhmus Põder Käärik Müürsepp Õunapuu Võru Pärnu Jõgeva Põlva Põltsamaa Kärdla Sõle tänav küla õpetaja või mõni väga töö`,
  russian: `Иванов Петров Сидоров Смирнова Кузнецов Попова Васильев Соколов Михайлова Новиков Фёдоров Морозова Волков Алексеева Лебедев Семёнова Егоров
    Павлова Козлов Степанова Николаев Орлова Андреев Макарова Никитин Захарова Зайцев Соловьёва Борисов Яковлева Александр Сергей Дмитрий Андрей
    Алексей Евгений Владимир Ольга Наталья Елена Татьяна Юлия Анна Мария Ирина Светлана Москва Петербург Новосибирск Екатеринбург Казань
    Челябинск Самара Уфа Красноярск Воронеж Пермь Волгоград Имя Фамилия Телефон Город Адрес улица дом квартира компания область район день не
    это что как все для от по на из со согласие дата рождения почта клиент примечание год щука цех эхо объём`,
  ukrainian: `Шевченко Мельник Бондаренко Коваленко Ткаченко Кравченко Олійник Шевчук Поліщук Лисенко Марченко Ковальчук Захарчук Гончаренко Сидоренко
    Олександр Сергій Андрій Дмитро Володимир Олексій Євген Ігор Віктор Юрій Наталія Оксана Світлана Людмила Ірина Тетяна Анастасія Київ Харків
    Одеса Дніпро Львів Запоріжжя Кривий Ріг Миколаїв Вінниця Чернігів Полтава Черкаси Суми Житомир Хмельницький Івано-Франківськ Тернопіль Луцьк
    Ужгород Ім'я Прізвище місто вулиця будинок телефон область країна є їх цього ґанок що це не`,
  bulgarian: `Иванов Георгиев Димитров Петров Николов Христов Стоянов Тодоров Илиев Ангелов Мария Иванка Елена Йорданка София Пловдив Варна Бургас Русе
    Стара Загора Плевен Сливен Добрич Шумен Перник улица град телефон име фамилия Ђорђевић Јовановић Петровић Његош Љубица Џаја Београд Ниш Крагујевац`,
  greek: `Παπαδόπουλος Παππάς Καραγιάννης Βλάχος Ιωάννου Οικονόμου Παπαδάκης Αγγελόπουλος Νικολάου Γεωργίου Δημητρίου Κωνσταντίνου Αθανασίου Βασιλείου
    Γιώργος Δημήτρης Κώστας Γιάννης Νίκος Παναγιώτης Βασίλης Χρήστος Μαρία Ελένη Αικατερίνη Βασιλική Σοφία Αγγελική Γεωργία Δήμητρα Κωνσταντίνα
    Αθήνα Θεσσαλονίκη Πάτρα Ηράκλειο Λάρισα Βόλος Ιωάννινα Τρίκαλα Χαλκίδα Σέρρες Όνομα Επώνυμο Τηλέφωνο Διεύθυνση Πόλη και το της για με από
    ένα είναι στην Άννα Έλλη Ήρα Ώρα ψυχή ξένος ζωή φίλος θύρα ϊδιος προϊόν`,
  hebrew: `כהן לוי מזרחי פרץ ביטון דהן אברהם פרידמן אזולאי מלכה כץ דוד משה יוסף יעקב שרה רחל לאה חנה מרים תל אביב ירושלים חיפה באר שבע ראשון לציון נתניה
    אשדוד שם משפחה טלפון עיר כתובת רחוב לא של את הערה צבי גפן סעיד קיץ`,
  arabic: `محمد أحمد علي حسن حسين إبراهيم عبد الله الرحمن فاطمة عائشة خديجة مريم زينب يوسف عمر خالد سعيد صالح ناصر القاهرة الرياض دبي بغداد بيروت دمشق
    عمان جدة الكويت الدوحة الاسم الهاتف المدينة العنوان شارع رقم من في على إلى ضياء غسان ثامر ظافر طارق قاسم شيماء ذكرى`,
} as const

export type Language = keyof typeof languageWords
export const languages = Object.keys(languageWords) as Language[]

/** The characters that are met most in names and places, of scripts with thousands of them. */
export const commonCharacters = {
  simplified:
    '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏陈刘杨赵吴徐孙胡朱郭罗梁宋郑谢韩唐冯董萧曹袁邓傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田姜范廖邹熊孟秦邱侯顾邵龙钱汤伟芳娜敏静丽磊军洋勇艳杰娟涛超霞秀兰刚平桂鹏辉玲婷玉萍鑫宇浩晨轩涵沪深圳杭州津渝川省县镇街号楼室电邮编址备注客户姓氏性龄',
  traditional:
    '的一是不我有大在人了中到資要可以這個你會好為上來學就交也用能如時文說沒他看那問生提下過請天們所多麼小想得之還電出工對都機自後子而訊站去心只家知國台很信成章何同道地發法無然但嗎當於本現年前真最和新因果定意情點題其事方清科樣些吧三此位理行作經者什謝名日正華話開實再城愛與二動比高面又車力或種像應女教分手打已次長太明己路起相主關鳳間呢覺該十外凰友才民系進使她著各少全兩回加將感第性球式把被老公龍程論及別給聽水重體做校裡常東風您灣啦見解等部原月美先管區錯音否啊找網樂讓通入期選較四場由書它快從歡數表怎至立內合目望認幾社告更版度考喔頭難光買今身許弟若算記代統處完號接言政玩師字並男計誰山張黨每且結改非星連哈建放直轉報活設變指氣研陳林黃李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐周葉蘇莊江呂何羅高蕭潘簡朱鍾彭游詹胡施沈余趙盧梁顏柯孫魏翁戴范宋方鄧杜傅侯曹薛阮馬董唐藍石蔣古紀姚連歐程湯康田姜白涂鄒尤巫韓龔嚴袁淑芬美惠雅婷怡君志明俊傑家豪建宏淑惠麗雯玲珍雲秀芳臺北高雄桃園新竹彰化嘉義屏東宜蘭花蓮縣市鄉鎮街巷弄樓室姓電郵址備註客戶港澳龍灣仔旺角',
  japanese:
    'のにはをたがでてとしれさあいうえおかきくけこすせそたちつてなにぬねはひふへほまみむめもやゆよらりるろわんアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルロワンガギグゲゴザジズゼゾダヂヅデドバビブベボパピプペポァィゥェォッャュョーがぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽっゃゅょ日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤状常校料沢裁状佐鈴木高橋渡辺伊中村小林加吉山佐々木口松井清斎坂森池橋石阿部前岡長谷川後近遠青福三浦岩太郎花美香菜愛優翔健悠陽翼葵結衣莉奈真由恵智裕康弘隆浩誠和也一樹良幸男子阪神横浜名古屋札幌福岡仙台埼玉千葉茨城栃群馬静愛知岐阜滋賀兵庫奈良広島鹿児沖縄町丁番号様姓氏住所備考顧客',
  korean:
    '가각간갈감강개거건검게겨격견결경계고곡공과곽관광교구국군권귀규균근금기길김나남내노녹농누는늘니님다단달담당대덕도동두등라락란래량려력련령로록료루류륜률르름리린림마만매맹면명모목무문미민박반방배백범법벽변별병보복본봉부북분비빈사산삼상새생서석선설성세소속손솔송수숙순숭슬승시식신실심아안암애양언엄업여연열염엽영예오옥온완왕요용우욱운울웅원월위유육윤율은을음응의이인일임자작장재전절점정제조종주준중지직진차창채처천철청체초총최추춘출충치칠탁태토통특팔패편평포표풍필하학한함항해허헌혁현형혜호홍화환황회효훈휘흥희히씨님번호전화주소이름도시군구읍면동리로길고객비고부산대구인천광주울산세종경기강원충북전남제서울수원창원용안양평택',
} as const
