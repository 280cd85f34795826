//! The made-up tables that the questions of `cases.txt` are about.

/// A column as `name:type:distinct:missing:min:max`, and its values.
pub(super) type Source = (&'static str, &'static str);

const SALES: &[Source] = &[
    ("Date:date:300:0:2024-01-02:2025-12-30", ""),
    ("Region:category:4:0", "North|South|East|West"),
    ("Product:category:12:0", "Desk Lamp|Office Chair|Pencil Set|Notebook"),
    ("Customer:text:80:0", "Acme Corp|Blue Ltd|Summit Partners"),
    ("Quantity:integer:20:0:1:24", ""),
    ("Unit Price:number:30:0:2.5:320", ""),
    ("Revenue:number:400:0:5:2400", ""),
    ("Discount:number:5:12:0:0.3", ""),
    ("Returned:category:2:0", "yes|no"),
];

const STAFF: &[Source] = &[
    ("employee_id:integer:120:0:1:120", ""),
    ("Name:text:120:0", "Ada Kent|Bruno Diaz|Carla Stone"),
    ("Department:category:6:0", "Sales|Engineering|Human Resources|Finance"),
    ("Gender:category:2:0", "M|F"),
    ("Age:integer:40:0:21:64", ""),
    ("Salary:integer:100:0:28000:140000", ""),
    ("Hired:date:100:0:2009-03-01:2025-06-01", ""),
    ("Remote:boolean:2:0", ""),
    ("Email:text:110:10", "ada@example.org|bruno@example.org"),
    ("Years of Experience:integer:30:0:0:38", ""),
];

const NATIONS: &[Source] = &[
    ("country:text:40:0", "Kenya|Norway|Peru|South Korea|Germany"),
    ("continent:category:5:0", "Africa|Europe|South America|Asia"),
    ("year:integer:8:0:1985:2020", ""),
    ("population:integer:320:0:300000:90000000", ""),
    ("gdp_per_capita:number:320:3:400:90000", ""),
    ("life_expectancy:number:250:0:45:84", ""),
];

const CARS: &[Source] = &[
    ("Model:text:60:0", "Roadster X|Family Van|City Mini"),
    ("Maker:category:9:0", "Volta|Krone|Nimbus"),
    ("Horsepower:integer:40:0:60:600", ""),
    ("Weight (kg):integer:55:0:700:2600", ""),
    ("Top Speed (km/h):integer:30:0:120:320", ""),
    ("Price ($):integer:60:0:9000:250000", ""),
    ("Electric:category:2:0", "yes|no"),
    ("Body Type:category:4:0", "coupe|van|sedan|convertible"),
    ("Cylinders:integer:4:9:4:12", ""),
];

const RAIN: &[Source] = &[
    ("City:text:30:0", "Lisbon|Oslo|Cairo"),
    ("2019:number:30:0:10:900", ""),
    ("2020:number:30:0:10:950", ""),
    ("2021:number:30:0:12:980", ""),
];

const TEAM: &[Source] = &[
    ("Player:text:50:0", "Ivo Hart|Lea Moss"),
    ("Pos:category:4:0", "G|D|M|F"),
    ("Goals:integer:18:0:0:25", ""),
    ("Assists:integer:12:0:0:14", ""),
    ("Injured:integer:2:0:0:1", ""),
    ("Born:date:50:0:1988-02-01:2006-04-01", ""),
];

const GASES: &[Source] = &[
    ("gas:text:100:0", "Methane|Nitrous oxide"),
    ("family:category:6:0", "HFC|PFC|CFC"),
    ("level:integer:3:0:1:3", ""),
    ("permit:boolean:2:0", ""),
    ("20yr GWP:number:90:0:1:18000", ""),
    ("100yr GWP:number:90:0:1:25200", ""),
    ("date:date:100:0:2001-01-31:2009-04-30", ""),
    ("construction:number:90:0:10:30", ""),
    ("high_school:number:90:0:10:20", ""),
];

const REPAIRS: &[Source] = &[
    ("repair_id:text:200:0", "R-001|R-002"),
    ("opened:date:90:0:2025-01-02:2025-06-30", ""),
    ("due:date:90:0:2025-01-09:2025-07-07", ""),
    ("closed:date:80:31:2025-01-05:2025-07-12", ""),
    ("ctry:category:3:0", "DE|FR|PL"),
    ("pax:integer:40:0:1:60", ""),
    ("frt_min:integer:80:4:1:300", ""),
    ("nspares:integer:9:0:0:8", ""),
    ("kwh_used:number:150:0:0.4:88", ""),
    ("langs:text:12:0", "Dutch, German|German|Polish, German"),
];

const VERKAUF: &[Source] = &[
    ("Datum:date:120:0:2024-01-03:2025-03-30", ""),
    ("Filiale:category:4:0", "Altona|Mitte"),
    ("Warengruppe:category:5:0", "Elektro|Garten"),
    ("Menge:integer:30:0:1:40", ""),
    ("Einzelpreis:number:60:0:1.5:220", ""),
    ("KundenNr:integer:90:0:1001:1090", ""),
];

const TRIAL: &[Source] = &[
    ("patient_id:integer:90:0:1:90", ""),
    ("arm:category:2:0", "drug|placebo"),
    ("sbp_bl:integer:60:0:110:190", ""),
    ("sbp_w4:integer:60:2:105:185", ""),
    ("sbp_w12:integer:60:3:100:180", ""),
    ("temp_α:number:60:0:35.5:40.1", ""),
    ("temp_β:number:60:0:35.6:40.3", ""),
];

const FIXTURES: &[Source] = &[
    ("date:date:200:0:2024-08-01:2025-05-30", ""),
    ("home_team:category:12:0", "Rovers|United|Town"),
    ("away_team:category:12:0", "Rovers|United|Town"),
    ("home_goals:integer:7:0:0:6", ""),
    ("away_goals:integer:6:0:0:5", ""),
    ("attendance:integer:240:0:900:21000", ""),
    ("referee:category:9:0", "Hill|Marsh"),
    ("ticket_state:category:3:0", "A|P|R"),
    ("would_return:category:3:0", "yes|no|maybe"),
    ("rating:integer:5:0:1:5", ""),
    ("cost_2024:number:230:0:100:9000", ""),
    ("cost_2025:number:230:0:100:9500", ""),
    ("pitch_m2:integer:40:0:5000:9000", ""),
];

const TOWNS: &[Source] = &[
    ("name:text:80:0", "Ash|Elm Grove"),
    ("state:category:5:0", "IL|OH"),
    ("poptotal:integer:290:0:1000:90000", ""),
    ("area:number:200:0:1:90", ""),
    ("percbelowpoverty:number:290:0:2:40", ""),
    ("JUL:number:200:0:10:30", ""),
    ("DEC:number:200:0:-5:9", ""),
    ("level_cm:number:200:0:-999:300", ""),
    ("water_temp:number:150:0:2:22", ""),
    ("quality:integer:6:0:3:8", ""),
    ("limit_mph:integer:5:0:20:70", ""),
    ("landlocked:boolean:2:0", ""),
];

const VISITS: &[Source] = &[
    ("visit:integer:500:0:1:500", ""),
    ("patient:integer:120:0:1:120", ""),
    ("male:integer:2:0:0:1", ""),
    ("insured:category:2:0", "Y|N"),
    ("age:integer:70:0:1:95", ""),
    ("season:category:4:0", "2014-2015|2015-2016"),
    ("status:category:3:0", "D|A|R"),
    ("ward:category:5:0", "Oak|Pine|Birch"),
    ("weight_kg:number:300:20:2:120", ""),
    ("fee:number:300:0:10:900", ""),
    ("mins:integer:90:0:5:300", ""),
];

const LOTS: &[Source] = &[
    ("lot_id:text:200:0", "L-001|L-002"),
    ("agent:category:8:0", "Hill|Marsh"),
    ("side:category:2:0", "L|R"),
    ("attempt:integer:3:0:1:3", ""),
    ("clsprc:number:150:0:1000:90000", ""),
    ("bids:integer:12:0:0:14", ""),
    ("clicks:integer:100:0:1:900", ""),
    ("spend:number:180:5:5:2000", ""),
    ("qty:integer:60:0:0:90", ""),
    ("min_qty:integer:10:0:5:30", ""),
    ("sold_on:date:90:0:2024-01-02:2025-06-30", ""),
    ("due_on:date:90:0:2024-01-09:2025-07-07", ""),
    ("fenced:boolean:2:0", ""),
    ("cigs:integer:20:0:0:40", ""),
    ("age:integer:50:0:18:90", ""),
    ("temp_c:integer:40:0:-9:38", ""),
    ("reason:category:5:0", "Damage|Noise"),
    ("default:category:2:0", "yes|no"),
    ("y:category:2:0", "yes|no"),
];

const SURVEY: &[Source] = &[
    ("year:integer:8:0:71:98", ""),
    ("time:integer:12:0:0:21", ""),
    ("diet:integer:4:0:1:4", ""),
    ("weight:number:200:0:30:400", ""),
    ("occupation:text:40:0", "Baker|Miner"),
    ("sex:category:2:0", "men|women"),
    ("count:integer:180:0:1:9000", ""),
    ("perc:number:190:0:0:1", ""),
];

const GROWTH: &[Source] = &[
    ("plant:integer:40:0:1:40", ""),
    ("t:integer:12:0:0:21", ""),
    ("height:number:200:0:3:90", ""),
];

const CLINIC: &[Source] = &[
    ("case:integer:90:0:1:90", ""),
    ("sex:category:2:0", "women|men"),
    ("horTh:category:2:0", "yes|no"),
    ("cigs:integer:20:0:0:40", ""),
    ("age:integer:50:0:18:90", ""),
];

const LEAGUE: &[Source] = &[
    ("player:text:80:0", "Ivo Hart|Lea Moss"),
    ("allstar:integer:2:0:0:1", ""),
    ("points:number:60:0:1.2:29.8", ""),
    ("games:integer:40:0:5:82", ""),
];

const ACCOUNT: &[Source] = &[
    ("Date:date:400:0:2023-01-02:2024-12-30", ""),
    ("Description:text:90:0", "OCTOPUS ENERGY|CASH WITHDRAWAL"),
    ("Category:category:9:22", "Groceries|Eating out|Cash"),
    ("Money In:number:40:430:5:3200", ""),
    ("Money Out:number:300:70:2:900", ""),
    ("Balance:number:480:0:380:16000", ""),
    ("FY:integer:2:0:2023:2024", ""),
    ("Qtr:category:4:0", "Q1|Q2|Q3|Q4"),
];

const PETS: &[Source] = &[
    ("licence:integer:2100:0:10001:12100", ""),
    ("animal_name:text:1500:14", "Lucy|Max"),
    ("species:category:3:0", "Dog|Goat"),
    ("zip_code:integer:34:24:98101:98199", ""),
    ("chip:category:1:900", "x"),
    ("vet:text:40:300", "Dr. Amsel|Dr. Cole"),
    ("co2_kg:number:200:0:1:90", ""),
    ("distance_km:number:200:0:1:90", ""),
    ("age:integer:20:0:0:19", ""),
];

const GRADED: &[Source] = &[
    ("farm_name:text:150:0", "El Paraiso|Doi Tung"),
    ("country_of_origin:category:22:0", "Taiwan|Colombia"),
    ("grading_date:date:75:0:2022-01-02:2023-12-30", ""),
    ("variety:category:20:0", "Gesha|Bourbon"),
    ("is_organic:boolean:2:0", ""),
    ("cond:category:2:0", "new|used"),
    ("weight_oz:number:60:4:1:90", ""),
    ("total_points:number:90:0:60:90", ""),
];

const STATIONS: &[Source] = &[
    ("Station:text:36:0", "Glebe|Abbey"),
    ("Zone:category:4:0", "Zone 1|Zone 2"),
    ("Jan:integer:36:0:20:5100", ""),
    ("Feb:integer:36:0:20:5100", ""),
    ("Mar:integer:36:0:20:5100", ""),
    ("Apr:integer:36:0:20:5100", ""),
    ("May:integer:36:0:20:5100", ""),
    ("Jun:integer:36:0:20:5100", ""),
];

/// Each table's name, its rows and its columns.
pub(super) const TABLES: [(&str, u64, &[Source]); 22] = [
    ("stations.csv", 36, STATIONS),
    ("account.csv", 500, ACCOUNT),
    ("pets.csv", 2100, PETS),
    ("lots_graded.csv", 207, GRADED),
    ("clinic.csv", 90, CLINIC),
    ("league.csv", 80, LEAGUE),
    ("growth.csv", 480, GROWTH),
    ("lots.csv", 200, LOTS),
    ("survey.csv", 240, SURVEY),
    ("towns.csv", 300, TOWNS),
    ("visits.csv", 500, VISITS),
    ("fixtures.csv", 264, FIXTURES),
    ("sales.csv", 400, SALES),
    ("staff.csv", 120, STAFF),
    ("nations.csv", 320, NATIONS),
    ("cars.csv", 60, CARS),
    ("rain.csv", 30, RAIN),
    ("team.csv", 50, TEAM),
    ("gases.csv", 100, GASES),
    ("repairs.csv", 200, REPAIRS),
    ("verkauf.csv", 300, VERKAUF),
    ("trial.csv", 90, TRIAL),
];
