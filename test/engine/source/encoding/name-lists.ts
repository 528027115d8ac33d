/** Names and places to try detection with. They are not those that detection has learnt from, but for a few. */
export interface NameList {
  language: string
  encodings: string[]
  names: string
  cities: string
}

const western = ['windows-1252', 'macintosh', 'iso-8859-15', 'cp850']

export const nameLists: NameList[] = [
  {
    language: 'German',
    encodings: western,
    names:
      'Jürgen Großmann|Käthe Lämmermann|Björn Wächter|Petra Schürmann|Ralf Brückner|Uwe Döring|Anja Weißbach|Heike Möhring|Günther Rößler|Sören Hübner|Jörg Bräuer|Renate Kämmerer|Ute Fröhlich|Kai Späth',
    cities: 'Köln|Görlitz|Nürnberg|Lüneburg|Meißen|Saarbrücken|Thüringen|Hürth|Mönchengladbach|Gütersloh',
  },
  {
    language: 'French',
    encodings: western,
    names:
      'Amélie Prévost|Rémy Gauthier|Hélène Crépin|Benoît Maréchal|Édith Chênevert|Solène Gérin|Jérémie Dubé|Zoë Lévesque|Françoise Barthélemy|Loïc Guérin|Raphaël Brûlé|Maïté Sénéchal|Cécile Forêt|Noémie Tanguay-Pâquet',
    cities: 'Châteauroux|Mâcon|Alençon|Épinal|Périgueux|Saint-Dié|Nevers|Liège|Trois-Rivières|Fréjus|Vélizy',
  },
  {
    language: 'Spanish',
    encodings: western,
    names:
      'Álvaro Cáceres|Ignacio Nuñez|Lucía Marín|Joaquín Peñalver|Rocío Beltrán|Agustín Sáez|Nicolás Calderón|Maribel Acuña|Fermín Zúñiga|Íñigo Ochoa|Elías Colón|Concepción Avilés|Ángeles Patiño|Efraín Solís',
    cities: 'Cáceres|A Coruña|Castellón|Gijón|Asunción|Mazatlán|Cancún|Torreón|Alcalá de Henares|Culiacán|Mérida',
  },
  {
    language: 'Portuguese',
    encodings: western,
    names:
      'Tânia Fragoso|Óscar Galvão|Inês Beltrão|Rogério Lourenço|Débora Simões|Mário Valadão|Lígia Frazão|Cândida Bragança|Antônio Lisboã|Vitória Salomão|Flávio Mendonça|Sônia Queirós',
    cities: 'Niterói|Maringá|Florianópolis|Vitória|São Luís|Guarulhos|Jundiaí|Taubaté|Bragança|Mogi Guaçu',
  },
  {
    language: 'Swedish and Danish',
    encodings: western,
    names:
      'Håkan Sjöström|Åke Löfgren|Göran Hägglund|Maja Sköld|Pär Bäckström|Søren Kjærgaard|Lærke Nørregaard|Jørn Højgaard|Mette Lykkegård|Kåre Sæther|Øyvind Bråten|Mikko Hyvönen|Tiina Lehtimäki',
    cities: 'Västerås|Gävle|Östersund|Helsingør|Næstved|Lillehammer|Gjøvik|Hämeenlinna|Lidköping|Køge|Växjö',
  },
  {
    language: 'Polish',
    encodings: ['windows-1250', 'iso-8859-2', 'cp852'],
    names:
      'Wiesław Gąsior|Agnieszka Żak|Łucja Błaszczyk|Sławomir Kołodziej|Bartłomiej Pająk|Bogumiła Świątek|Przemysław Cieślak|Grzegorz Piątek|Kazimierz Żurek|Jędrzej Wróblewski|Radosław Mazur|Janusz Czyż|Dominika Sęk',
    cities: 'Bielsko-Biała|Łomża|Zielona Góra|Radom|Elbląg|Płock|Słupsk|Tarnobrzeg|Jelenia Góra|Chełm|Ostrołęka',
  },
  {
    language: 'Czech',
    encodings: ['windows-1250', 'iso-8859-2', 'cp852'],
    names:
      'Jiřina Součková|Tomáš Říha|Květoslav Blažek|Ludmila Přibylová|Oldřich Štefan|Radek Mareš|Zuzana Holečková|Čeněk Žáček|Miluše Šimková|Bedřich Vávra|Blanka Křížová|Dušan Řezníček|Luděk Strnad',
    cities: 'Jičín|Třinec|Příbram|Písek|Břeclav|Chomutov|Šumperk|Náchod|Znojmo|Liberec|Poděbrady',
  },
  {
    language: 'Hungarian',
    encodings: ['windows-1250', 'iso-8859-2', 'cp852'],
    names:
      'Szűts Ágota|Csősz Béla|Erdélyi Krisztián|Hegedűs Réka|Kőműves Dénes|Lőrincz Márta|Pásztor Ödön|Füzesi Lívia|Tőkés Árpád|Vörös Mátyás|Győrffy Emőke|Bűdi Ferenc|Soós Kálmán',
    cities: 'Dunaújváros|Szentgotthárd|Ózd|Makó|Kőszeg|Fertőd|Hajdúböszörmény|Mezőkövesd|Békéscsaba|Gödöllő',
  },
  {
    language: 'Romanian',
    encodings: ['windows-1250', 'iso-8859-2', 'cp852'],
    names:
      'Ionuţ Cernătescu|Mihăiţă Bărbulescu|Ruxandra Niţă|Ştefania Dăscălescu|Cristina Ţîrlea|Anişoara Pârvu|Gheorghe Mănescu|Vasilică Ursăchescu|Nuţu Lupaşcu|Ilinca Brătianu',
    cities: 'Târgovişte|Paşcani|Turda|Năvodari|Slobozia|Mioveni|Făgăraş|Mediaş|Drobeta|Reghin|Câmpina',
  },
  {
    language: 'Russian',
    encodings: ['windows-1251', 'koi8-r', 'iso-8859-5', 'cp866'],
    names:
      'Геннадий Рощин|Вера Калашникова|Пётр Дубинин|Любовь Чернышёва|Эдуард Шилов|Зинаида Гусева|Тимур Абдулов|Яна Цветкова|Фёкла Жданова|Роман Быков|Инна Щербакова|Юрий Хохлов',
    cities: 'Ярославль|Иркутск|Тольятти|Саратов|Ижевск|Хабаровск|Тюмень|Омск|Рязань|Пенза|Липецк',
  },
  {
    language: 'Ukrainian',
    encodings: ['windows-1251', 'koi8-u', 'cp866'],
    names:
      'Богдан Гнатюк|Зоряна Павлюк|Тарас Їжакевич|Юлія Савченко|Михайло Клименко|Надія Левченко|Ярослав Костюк|Єлизавета Гриценко|Максим Іщенко|Соломія Дяченко',
    cities: 'Кременчук|Біла Церква|Рівне|Мелітополь|Чернівці|Кропивницький|Мукачево|Бердичів|Нікополь|Умань',
  },
  {
    language: 'Greek',
    encodings: ['windows-1253', 'iso-8859-7'],
    names:
      'Σπύρος Μακρής|Ευαγγελία Τσακίρη|Θανάσης Ζαχαρίου|Φωτεινή Ράπτη|Στέλιος Κοντός|Χαράλαμπος Ξένος|Μαριλένα Δούκα|Ιφιγένεια Σαββίδη|Αντώνης Λάμπρου|Πέτρος Ψαρράς',
    cities: 'Καλαμάτα|Κέρκυρα|Ρόδος|Χανιά|Κοζάνη|Λαμία|Δράμα|Ξάνθη|Αλεξανδρούπολη|Κατερίνη',
  },
  {
    language: 'Turkish',
    encodings: ['windows-1254'],
    names:
      'Cemre Kaymakçı|Nurgül Erdem|Halil Çakmak|Şebnem Uçar|Yağız Tunç|Ebru Kılınç|Serkan Gündoğdu|Ayça Sarı|Işın Baykuş|Tolga Yüksel|Gülay Şen|Mert Aydoğan|Zeynep Karagöz',
    cities: 'Kütahya|Eskişehir|Zonguldak|Kırıkkale|Bingöl|Muş|Elazığ|Çorum|Düzce|Iğdır|Kuşadası|Gümüşhane',
  },
  {
    language: 'Lithuanian',
    encodings: ['windows-1257'],
    names:
      'Vytautas Žilys|Rasa Dambrauskaitė|Algirdas Šulcas|Danguolė Jurėnienė|Kęstutis Čiurlionis|Aušra Ąžuolaitė|Saulė Butkutė|Rokas Žvirblis|Vaida Grigaliūnienė|Tomas Šeškus',
    cities: 'Šakiai|Kupiškis|Joniškis|Varėna|Rokiškis|Biržai|Širvintos|Pasvalys|Zarasai|Ignalina|Šalčininkai',
  },
  {
    language: 'Latvian',
    encodings: ['windows-1257'],
    names:
      'Gunārs Āboliņš|Sandra Štāle|Edgars Rudzītis|Zane Šķēle|Uldis Pūriņš|Māra Zālīte|Kaspars Siliņš|Dace Ģērmane|Aigars Bērzs|Laima Vēvere|Ņina Ķirse',
    cities: 'Cēsis|Smiltene|Līvāni|Alūksne|Ērgļi|Aknīste|Sigulda|Jēkabpils|Viļāni|Ķegums',
  },
  {
    language: 'Japanese',
    encodings: ['shift_jis', 'euc-jp'],
    names: '田中 健一|鈴木 さくら|高橋 誠|渡辺 由美子|伊藤 大輔|山本 恵|中村 拓也|小林 千尋|加藤 隆|吉田 里奈|斎藤 舞|ナカムラ ケン',
    cities: '東京都|大阪市|横浜市|札幌|福岡県|名古屋|京都|さいたま市|神戸|広島',
  },
  {
    language: 'Chinese, simplified',
    encodings: ['gb18030'],
    names: '王建国|李小红|张志强|刘洋|陈静|杨帆|赵雪|黄海波|周杰|吴敏|徐丽华|孙磊',
    cities: '北京|上海市|广州|深圳|成都|杭州|武汉|西安|南京|重庆',
  },
  {
    language: 'Chinese, traditional',
    encodings: ['big5'],
    names: '陳志明|林淑芬|黃家豪|張雅婷|李宗翰|王美玲|吳建宏|劉怡君|蔡明哲|楊惠雯|許文龍|鄭佩珊',
    cities: '臺北市|高雄|新北市|臺中|桃園|臺南|香港|基隆|新竹|嘉義',
  },
  {
    language: 'Korean',
    encodings: ['euc-kr'],
    names: '김민준|이서연|박지훈|최수빈|정예은|강동현|조하윤|윤도현|장미란|임재범|한지민|오세훈',
    cities: '서울|부산|인천광역시|대구|대전|광주|수원|울산|창원|제주',
  },
]
