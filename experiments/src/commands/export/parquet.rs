//! Games as a Parquet file: the columns of `games.csv`, typed, in row groups.
//!
//! For pandas, polars and others. Whole numbers are `INT64`, fractions `DOUBLE`, texts UTF-8; nothing is missing; pages are
//! compressed by Snappy, which needs no C library.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::table::{Kind, columns, rows};
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::record::UnitRecord;
use crate::tally::Heading;

/// Games in a row group: some megabytes.
const GROUP: usize = 20_000;

/// Writes the games into a file.
pub(super) fn write(path: &Path, heading: &Heading, units: &BTreeMap<u64, UnitRecord>) -> Result<(), Failure> {
    let mut file = FinalFile::create(path)?;
    write_groups(&mut file, heading, units).while_running(path.display())?;
    file.flush().while_running(path.display())?;
    file.finish()
}

fn write_groups(
    file: &mut (impl Write + Send),
    heading: &Heading,
    units: &BTreeMap<u64, UnitRecord>,
) -> Result<(), ParquetError> {
    let columns = columns(heading);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(file, schema(&columns)?, Arc::new(properties))?;
    let mut left = units.iter().flat_map(|(&index, unit)| rows(heading, index, unit)).peekable();
    while left.peek().is_some() {
        let group: Vec<Vec<String>> = left.by_ref().take(GROUP).collect();
        let mut written = writer.next_row_group()?;
        for (column, &(_, kind)) in columns.iter().enumerate() {
            let cells = group.iter().map(|row| row[column].as_str());
            match kind {
                Kind::Whole => add::<Int64Type, _>(&mut written, cells.map(|cell| cell.parse().unwrap_or_default()))?,
                Kind::Real => add::<DoubleType, _>(&mut written, cells.map(|cell| cell.parse().unwrap_or_default()))?,
                Kind::Text => add::<ByteArrayType, _>(&mut written, cells.map(ByteArray::from))?,
            }
        }
        written.close()?;
    }
    writer.close().map(drop)
}

/// Writes the next column of a group.
fn add<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: impl Iterator<Item = T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = values.collect();
    let next = group.next_column()?;
    let mut column = next.ok_or_else(|| ParquetError::General("more columns than the schema has".to_owned()))?;
    column.typed::<T>().write_batch(&values, None, None)?;
    column.close()
}

fn schema(columns: &[(&'static str, Kind)]) -> Result<TypePtr, ParquetError> {
    let fields = columns.iter().map(|&(name, kind)| {
        let (physical, logical) = match kind {
            Kind::Whole => (Physical::INT64, None),
            Kind::Real => (Physical::DOUBLE, None),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
        field.with_logical_type(logical).build().map(Arc::new)
    });
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    Type::group_type_builder("games").with_fields(fields).build().map(Arc::new)
}
